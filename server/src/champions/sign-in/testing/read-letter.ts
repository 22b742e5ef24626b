import type { Message } from '../../../foundations/mail/mailer.ts'

export function codeOf({ text }: Message): string {
  return /: (\d{6})$/m.exec(text)![1]!
}

export function linkOf({ text }: Message): string {
  return /https?:\S+token=\S+/.exec(text)![0]
}
