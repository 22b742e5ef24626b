import type { Message } from '../../../foundations/mail/mailer.ts'

/** The code of a sign-in letter. */
export function codeOf({ text }: Message): string {
  return /: (\d{6})$/m.exec(text)![1]!
}

/** The link of a sign-in letter. */
export function linkOf({ text }: Message): string {
  return /https?:\S+token=\S+/.exec(text)![0]
}
