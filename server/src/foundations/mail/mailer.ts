import type { Transporter } from 'nodemailer'
import type { Config } from '../process/config.ts'
import { outboxFolder, saveMessage, type Message } from './outbox.ts'

export type { Message }

/** `send` throws `MailFailed` if the message was not accepted. */
export type Mailer = { send(message: Message): Promise<void> }

/** Meanings of the last two parts of an enhanced status code (RFC 3463 and its IANA registry). */
const meanings: Record<string, string> = {
  '1.1': 'the mailbox does not exist',
  '1.2': 'the domain of the address does not exist',
  '1.3': 'the address is not valid',
  '1.6': 'the mailbox has moved',
  '1.10': 'the domain of the address takes no mail',
  '2.1': 'the mailbox is disabled',
  '2.2': 'the mailbox is full',
  '2.3': 'the message is too large for the mailbox',
  '3.4': 'the message is too large',
  '4.1': 'the other mail server did not answer',
  '4.2': 'the connection broke off',
  '4.4': 'the other mail server could not be found',
  '4.7': 'it could not be delivered in time',
  '7.1': 'it was refused as unwanted',
  '7.26': 'it failed the checks of the sender',
  '7.28': 'too much mail was sent at once',
}

/** The message omits the mail server's reply, which may quote the address. */
export class MailFailed extends Error {
  readonly isPermanent: boolean
  /** The mail server accepts no messages at all. */
  readonly isUnavailable: boolean
  /** The server did not respond after the transmission, so the message may still arrive. */
  readonly isUncertain: boolean
  /** The mailbox does not exist or accepts no mail. */
  readonly isOfAddress: boolean
  /** The refusal concerns only this mailbox or its address. */
  readonly isOfRecipient: boolean
  readonly code: string | undefined
  constructor(error: unknown, wasHandedOver = false) {
    const { code, responseCode, response, command } = (error ?? {}) as Partial<
      Record<'code' | 'response' | 'command', string> & { responseCode: number }
    >
    const status = /\b[45]\.(\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
    const meaning = meanings[status ?? '']
    const codes = [code, responseCode].filter(Boolean).join(' ') || 'no reason given'
    super(`The mail server did not accept the message${meaning ? `: ${meaning}` : ''} (${codes}).`)
    this.name = 'MailFailed'
    this.code = code
    this.isUnavailable = code !== 'EENVELOPE' && code !== 'EMESSAGE'
    this.isPermanent = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
    this.isUncertain = responseCode === undefined && wasHandedOver
    this.isOfAddress = this.isPermanent && isOfAddress({ status, command, responseCode })
    this.isOfRecipient = responseCode !== undefined && isOfRecipient({ status, command })
  }
}

/** Excludes refusals of our own address or of the message text, which have the same codes. */
function isOfAddress(refusal: { status?: string; command?: string; responseCode?: number }): boolean {
  const { status, command, responseCode } = refusal
  if (command === 'MAIL FROM') return false
  return status ? /^(1\.(?![78]$)|2\.1$)/.test(status) : responseCode === 550 && command === 'RCPT TO'
}

function isOfRecipient({ status, command }: { status?: string; command?: string }): boolean {
  if (command === 'MAIL FROM') return false
  return status ? /^(1\.(?![78]$)|2\.)/.test(status) : command === 'RCPT TO'
}

type MailConfig = Pick<Config, 'SMTP_URL' | 'DATA_DIR' | 'institution'>

/** Time limits for transmitting a message and for its acceptance (RFC 5321, section 4.5.3.2.6). */
const [handOverMs, answerMs] = [60_000, 600_000]

/** Sends messages through SMTP_URL or, without it, saves them in the outbox folder in DATA_DIR. */
export function createMailer(config: MailConfig): Mailer {
  const from = { name: config.institution.name, address: config.institution.support_email }
  if (!config.SMTP_URL) return { send: (message) => saveMessage(outboxFolder(config), { from, ...message }) }
  const { SMTP_URL: url } = config
  let transporter: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: answerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    transport.use('stream', ({ message, data }, callback) => {
      message.processFunc((content) => content.once('end', (data as WatchedMessage).onHandedOver))
      callback()
    })
    return transport
  }
  return {
    async send({ to, unsubscribe, calendar, picture, leavesOnce: _, ...content }) {
      let wasHandedOver = false
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(), handOverMs)
      const message = {
        from,
        // Nodemailer does not split an address in an object at commas.
        to: { name: '', address: to },
        ...content,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(unsubscribe && { list: { unsubscribe } }),
        ...(calendar && { icalEvent: { ...calendar, filename: 'event.ics' } }),
        ...(picture && { attachments: [toAttachment(picture)] }),
        onHandedOver() {
          clearTimeout(timer)
          wasHandedOver = true
        },
        signal: controller.signal,
      }
      try {
        const transport = await (transporter ??= open())
        await transport.sendMail(message)
      } catch (error) {
        throw new MailFailed(error, wasHandedOver)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

type WatchedMessage = { onHandedOver(): void }

/** Signs in to the mail server without sending mail. Throws if the server does not answer. */
export async function checkMailServer(url: string): Promise<{ isEncrypted: boolean; isRefused: boolean }> {
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: 4000, greetingTimeout: 4000, socketTimeout: 4000 }
  const connect = (options: object) =>
    createTransport({ url, ...timeouts, ...options })
      .verify()
      .then(
        () => undefined,
        (error: { code?: string }) => error,
      )
  const [error, tlsError] = await Promise.all([connect({}), connect({ requireTLS: true })])
  const isRefused = error?.code === 'EAUTH'
  if (error && !isRefused) throw error
  return { isEncrypted: !tlsError || tlsError.code === 'EAUTH', isRefused }
}

function toAttachment({ cid, png }: NonNullable<Message['picture']>) {
  const file = { content: Buffer.from(png, 'base64'), contentType: 'image/png', filename: `${cid}.png` }
  return { ...file, cid, contentDisposition: 'inline' as const }
}
