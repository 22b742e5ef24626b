import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/**
 * `refuse` is for now, `reject` for good; `stall` answers nothing. `cut` ends the connection before it takes the message,
 * `drop` when it has taken it, without an answer. `reject text` takes the addresses and refuses the message for good,
 * `reject sender` takes nothing of ours.
 */
type Action = 'take' | 'refuse' | 'reject' | 'reject text' | 'reject sender' | 'stall' | 'cut' | 'drop'
export type PostOffice = {
  url: string
  /** Messages that were taken, as they came. */
  taken: string[]
  /** How often a client began to hand over a message. */
  offers(): number
  /** Its action on a message; it takes them by default. */
  does: Action
  /** Its action on a message to this address, if it is another one. */
  doesTo?: (address: string) => Action | undefined
  /** Runs when it has taken a message, and before it answers. */
  onTaken?: (raw: string) => Promise<void> | void
  close(): Promise<void>
}

/** smtp-server lets a client wait for a tenth of a second to find those that talk too soon; this one greets at once. */
export class PromptServer extends SMTPServer {
  override connect(...socket: Parameters<SMTPServer['connect']>): void {
    super.connect(...socket)
    const connection = [...this.connections].at(-1)!
    connection.connectionReady()
    connection.connectionReady = () => undefined
  }
}

/** A mail server of this test's own. */
export async function openPostOffice(): Promise<PostOffice> {
  let offers = 0
  const smtp = new PromptServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    onMailFrom: (_address, _session, done) => done(office.does === 'reject sender' ? refusalWith(550) : null),
    onRcptTo({ address }, { remotePort }, done) {
      offers += 1
      const action = actionOn(address)
      if (action === 'cut') return void sockets.get(remotePort)?.destroy()
      done(action === 'refuse' ? refusalWith(451) : action === 'reject' ? refusalWith(550) : null)
    },
    onData(stream, { envelope, remotePort }, done) {
      const action = actionOn(envelope.rcptTo[0]?.address ?? '')
      void text(stream)
        .then(async (raw) => {
          if (action === 'stall') return
          if (action === 'reject text') return void done(refusalWith(550))
          office.taken.push(raw)
          await office.onTaken?.(raw)
          if (action === 'drop') sockets.get(remotePort)?.destroy()
          else done()
        })
        .catch(() => undefined) // who sends may be killed
    },
  })
  const sockets = new Map<number, Socket>()
  const actionOn = (address: string) => office.doesTo?.(address) ?? office.does
  smtp.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.on('close', () => sockets.delete(port))
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

const refusalWith = (responseCode: number) => Object.assign(new Error('Not here'), { responseCode })
