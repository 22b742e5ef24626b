import type { Transporter } from 'nodemailer'
import type { Config } from '../process/config.ts'
import { outboxFolder, saveMessage, type Message } from './outbox.ts'

export type { Message }

/** Throws `MailFailed` when the message was not handed over. */
export type Mailer = { send(message: Message): Promise<void> }

/** Meanings of the second half of an enhanced status code (RFC 3463, and its registry at IANA). */
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

/** Without the server's own words, which may quote the address. `isPermanent`: trying again is useless. */
export class MailFailed extends Error {
  readonly isPermanent: boolean
  /** No message can be handed over, whatever it is: it is not this one that was refused. */
  readonly isAway: boolean
  /** The message was handed over, and no answer came: it may arrive. */
  readonly isUncertain: boolean
  /** The mailbox does not exist, or takes no mail any more. */
  readonly isOfAddress: boolean
  /** The refusal is about the mailbox or its address, and says nothing about other letters. */
  readonly isOfRecipient: boolean
  readonly code: string | undefined
  /** `wasHandedOver`: all of the message went to the mail server. */
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
    this.isAway = code !== 'EENVELOPE' && code !== 'EMESSAGE'
    this.isPermanent = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
    this.isUncertain = responseCode === undefined && wasHandedOver
    this.isOfAddress = this.isPermanent && isOfAddress({ status, command, responseCode })
    this.isOfRecipient = responseCode !== undefined && isOfRecipient({ status, command })
  }
}

/** A mail server refuses our own address, or the text of a letter, with the same numbers as an address. */
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

/** The time that a mail server has to ask for a message, and to accept it once it has it (RFC 5321, section 4.5.3.2.6). */
const [handOverMs, answerMs] = [60_000, 600_000]

/** Sends through SMTP_URL; without it, keeps each message in the outbox of DATA_DIR. */
export function createMailer(config: MailConfig): Mailer {
  const from = { name: config.institution.name, address: config.institution.support_email }
  if (!config.SMTP_URL) return { send: (message) => saveMessage(outboxFolder(config), { from, ...message }) }
  const { SMTP_URL: url } = config
  let opened: Promise<Transporter> | undefined
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
    transport.use('stream', ({ message, data }, done) => {
      message.processFunc((content) => content.once('end', (data as WatchedMessage).onHandedOver))
      done()
    })
    return transport
  }
  return {
    async send({ to, unsubscribe, calendar, picture, leavesOnce: _, ...content }) {
      let wasHandedOver = false
      const patience = new AbortController()
      const timer = setTimeout(() => patience.abort(), handOverMs)
      const message = {
        from,
        // As an object, so that a comma in it cannot add a second addressee.
        to: { name: '', address: to },
        ...content,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(unsubscribe && { list: { unsubscribe } }),
        ...(calendar && { icalEvent: { ...calendar, filename: 'event.ics' } }),
        ...(picture && { attachments: [inline(picture)] }),
        onHandedOver() {
          clearTimeout(timer)
          wasHandedOver = true
        },
        signal: patience.signal,
      }
      try {
        const transport = await (opened ??= open())
        await transport.sendMail(message)
      } catch (error) {
        throw new MailFailed(error, wasHandedOver)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Without it, a connection that ends before the answer looks like one that ends before the message. */
type WatchedMessage = { onHandedOver(): void }

/** Greets the mail server and signs in there; no letter is sent. Throws where it does not answer. */
export async function tryMailServer(url: string): Promise<{ isEncrypted: boolean; isRefused: boolean }> {
  const { createTransport } = await import('nodemailer')
  const patience = { connectionTimeout: 4000, greetingTimeout: 4000, socketTimeout: 4000 }
  const greet = (more: object) =>
    createTransport({ url, ...patience, ...more })
      .verify()
      .then(
        () => undefined,
        (error: { code?: string }) => error,
      )
  const [refused, withoutTls] = await Promise.all([greet({}), greet({ requireTLS: true })])
  const isRefused = refused?.code === 'EAUTH'
  if (refused && !isRefused) throw refused
  return { isEncrypted: !withoutTls || withoutTls.code === 'EAUTH', isRefused }
}

function inline({ cid, png }: NonNullable<Message['picture']>) {
  const file = { content: Buffer.from(png, 'base64'), contentType: 'image/png', filename: `${cid}.png` }
  return { ...file, cid, contentDisposition: 'inline' as const }
}
