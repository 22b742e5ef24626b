import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/**
 * `refuse` is temporary, `reject` permanent; `stall` never replies. `cut` ends the connection before it takes the
 * message, `drop` after taking it, without a reply. `reject text` accepts the addresses but refuses the message,
 * `reject sender` refuses the sender.
 */
type Action = 'take' | 'refuse' | 'reject' | 'reject text' | 'reject sender' | 'stall' | 'cut' | 'drop'
export type TestMailServer = {
  url: string
  messages: string[]
  countOffers(): number
  action: Action
  /** Overrides `does` for an address. */
  actionFor?: (address: string) => Action | undefined
  /** Runs after a message was taken and before the reply. */
  onMessage?: (raw: string) => Promise<void> | void
  close(): Promise<void>
}

/** Greets at once; smtp-server waits for a tenth of a second to detect clients that talk too early. */
export class PromptSmtpServer extends SMTPServer {
  override connect(...socket: Parameters<SMTPServer['connect']>): void {
    super.connect(...socket)
    const connection = [...this.connections].at(-1)!
    connection.connectionReady()
    connection.connectionReady = () => undefined
  }
}

export async function startMailServer(): Promise<TestMailServer> {
  let offers = 0
  const smtp = new PromptSmtpServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    onMailFrom: (_address, _session, done) => done(mailServer.action === 'reject sender' ? refusalWith(550) : null),
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
          mailServer.messages.push(raw)
          await mailServer.onMessage?.(raw)
          if (action === 'drop') sockets.get(remotePort)?.destroy()
          else done()
        })
        .catch(() => undefined) // the sender may be killed
    },
  })
  const sockets = new Map<number, Socket>()
  const actionOn = (address: string) => mailServer.actionFor?.(address) ?? mailServer.action
  smtp.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.on('close', () => sockets.delete(port))
  })
  smtp.on('error', () => undefined)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const mailServer: TestMailServer = {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    messages: [],
    countOffers: () => offers,
    action: 'take',
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
  return mailServer
}

const refusalWith = (responseCode: number) => Object.assign(new Error('Not here'), { responseCode })
