import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../process/config.ts'
import { saveMessage, type Message } from './outbox.ts'

export type { Message }

/** Throws `MailFailed` when the message was not handed over. */
export type Mailer = { send(message: Message): Promise<void> }

/** Without the server's own words, which may quote the address. `isPermanent`: trying again is useless. */
export class MailFailed extends Error {
  readonly isPermanent: boolean
  readonly code: string | undefined
  constructor(error: unknown) {
    const { code, responseCode } = (error ?? {}) as { code?: string; responseCode?: number }
    super(
      `The mail server did not take the message (${[code, responseCode].filter(Boolean).join(' ') || 'no reason given'}).`,
    )
    this.name = 'MailFailed'
    this.code = code
    this.isPermanent = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
  }
}

type MailConfig = Pick<Config, 'SMTP_URL' | 'DATA_DIR' | 'institution'>

/** Sends through SMTP_URL; without it, keeps each message in the outbox of DATA_DIR. */
export function createMailer(config: MailConfig): Mailer {
  const from = { name: config.institution.name, address: config.institution.support_email }
  if (!config.SMTP_URL) return { send: (message) => saveMessage(outboxFolder(config), { from, ...message }) }
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, unsubscribe, calendar, ...content }) {
      // As an object, so that a comma in it cannot add a second addressee.
      const message = {
        from,
        to: { name: '', address: to },
        ...content,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(unsubscribe && { list: { unsubscribe } }),
        ...(calendar && { icalEvent: { ...calendar, filename: 'event.ics' } }),
      }
      await transport.sendMail(message).catch((error: unknown) => {
        throw new MailFailed(error)
      })
    },
  }
}

export function outboxFolder(config: Pick<Config, 'DATA_DIR'>): string {
  return join(config.DATA_DIR, 'outbox')
}
