import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type PostOffice = {
  url: string
  /** Messages that were taken, as they came. */
  taken: string[]
  /** How often a client began to hand over a message. */
  offers(): number
  /**
   * Its action on a message; it takes them by default. `refuse` is for now, `reject` for good; `stall` answers nothing.
   */
  does: 'take' | 'refuse' | 'reject' | 'stall'
  close(): Promise<void>
}

/** A mail server of this test's own. */
export async function openPostOffice(): Promise<PostOffice> {
  let offers = 0
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo(_address, _session, done) {
      offers += 1
      const refusal = { take: null, stall: null, refuse: 451, reject: 550 }[office.does]
      done(refusal ? Object.assign(new Error('Not here'), { responseCode: refusal }) : null)
    },
    onData(stream, _session, done) {
      void text(stream)
        .then((raw) => {
          if (office.does === 'stall') return
          office.taken.push(raw)
          done()
        })
        .catch(() => undefined) // who sends may be killed
    },
  })
  smtp.on('error', () => undefined)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const office: PostOffice = {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    taken: [],
    offers: () => offers,
    does: 'take',
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
  return office
}
