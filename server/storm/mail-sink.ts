import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { now, type History } from './history.ts'

export type Letter = { to: string; subject: string; text: string }
/** `refuse` is temporary; `hang` receives the whole message and never replies. */
type Manner = 'take' | 'refuse' | 'hang'

export class MailSink {
  readonly #smtp: SMTPServer
  readonly #letters = new EventEmitter().setMaxListeners(0)
  readonly #taken: Letter[] = []
  does: Manner = 'take'

  private constructor(history: History) {
    this.#smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onRcptTo: (_address, _session, done) =>
        done(this.does === 'refuse' ? Object.assign(new Error('Not now'), { responseCode: 451 }) : null),
      onData: (stream, { envelope }, done) =>
        void text(stream).then(
          (raw) => {
            if (this.does === 'hang') return
            const letter = { to: envelope.rcptTo[0]!.address, subject: subjectOf(raw), text: plain(raw) }
            history.add({ type: 'letter', to: letter.to, subject: letter.subject, at: now() })
            this.#taken.push(letter)
            done()
            this.#letters.emit('letter')
          },
          () => undefined, // the sender may be killed
        ),
    })
    this.#smtp.on('error', () => undefined)
  }

  static async open(history: History): Promise<MailSink> {
    const sink = new MailSink(history)
    sink.#smtp.listen(0, '127.0.0.1')
    await once(sink.#smtp.server, 'listening')
    return sink
  }

  get port(): number {
    return (this.#smtp.server.address() as AddressInfo).port
  }

  async letterTo(address: string, signal: AbortSignal): Promise<Letter | undefined> {
    while (!signal.aborted) {
      const found = this.#taken.find(({ to }) => to === address)
      if (found) return found
      await once(this.#letters, 'letter', { signal }).catch(() => undefined)
    }
    return undefined
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#smtp.close(() => resolve()))
  }
}

function subjectOf(raw: string): string {
  return /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(raw)?.[1]?.replaceAll(/\r\n[ \t]/g, ' ') ?? ''
}

function plain(raw: string): string {
  return raw.replaceAll('=\r\n', '').replaceAll('\r\n', '\n')
}
