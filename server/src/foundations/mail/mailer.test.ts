import { once } from 'node:events'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PromptSmtpServer } from '../../../testing/mail-server.ts'
import { readConfig } from '../process/config.ts'
import { renderLetter } from './letter.ts'
import { createMailer, MailFailed } from './mailer.ts'
import { listSavedMessages } from './outbox.ts'

type ReceivedMail = { from: string; to: string[]; raw: string; user: string | undefined }

let folder: string
let smtp: PromptSmtpServer
let received: ReceivedMail[]
let port: number
/** Callbacks of commands and messages to addresses that start with `held`. */
let held: PromiseWithResolvers<() => void>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alumni-mail-'))
  smtp = new PromptSmtpServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'right'
        ? callback(null, { user: username })
        : callback(new Error('Invalid login for someone@example.edu')),
    onRcptTo({ address }, _session, callback) {
      if (address.startsWith('held')) return held.resolve(callback)
      const code = address.startsWith('full') ? 452 : address.startsWith('unknown') ? 550 : 0
      callback(
        code
          ? Object.assign(new Error(`${code === 452 ? '4.2.2' : '5.1.1'} No mailbox ${address}`), {
              responseCode: code,
            })
          : null,
      )
    },
    onData(stream, session, callback) {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          user: session.user,
        })
        if (mailFrom && rcptTo[0]?.address.startsWith('slow')) held.resolve(callback)
        else callback()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  port = (smtp.server.address() as AddressInfo).port
})
beforeEach(() => {
  received = []
  held = Promise.withResolvers()
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  await rm(folder, { recursive: true, force: true })
})

const ada = { to: 'ada@example.edu', subject: 'Grüße, Ada', text: 'Plain ✓', html: '<p>Rich ✓</p>' }
const mailerWith = (env: Record<string, string>) =>
  createMailer(
    readConfig({
      DATA_DIR: folder,
      INSTITUTION_NAME: 'Bayside, University',
      SUPPORT_EMAIL: 'help@bayside.edu',
      ...env,
    }),
  )

test('a message is sent with both of its forms', async () => {
  await mailerWith({ SMTP_URL: `smtp://ada:right@127.0.0.1:${port}` }).send(ada)
  expect(received).toMatchObject([{ from: 'help@bayside.edu', to: ['ada@example.edu'], user: 'ada' }])
  const { raw } = received[0]!
  expect(raw).toContain('From: "Bayside, University" <help@bayside.edu>')
  expect(raw).toContain('Auto-Submitted: auto-generated')
  expect(raw).toMatch(/multipart\/alternative[^]*text\/plain[^]*text\/html/)
})

test('a calendar entry is attached in the way that mail programs expect', async () => {
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n'
  const mailer = mailerWith({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await mailer.send({ ...ada, calendar: { method: 'CANCEL', content } })
  expect(received[0]!.raw).toMatch(
    /multipart\/alternative[^]*text\/html[^]*Content-Type: text\/calendar;[^]*method=CANCEL/,
  )
  expect(received[0]!.raw).toMatch(/Content-Type: application\/ics; name=event\.ics/)
})

test('a picture is embedded in the letter', async () => {
  const mailer = mailerWith({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await mailer.send({ ...ada, picture: { cid: 'door-code', png: Buffer.from('a picture').toString('base64') } })
  expect(received[0]!.raw).toMatch(/multipart\/related[^]*text\/html[^]*Content-Type: image\/png; name=door-code\.png/)
  expect(received[0]!.raw).toMatch(/Content-ID: <door-code>[^]*Content-Disposition: inline[^]*YSBwaWN0dXJl/)
})

test('typed text adds neither headers nor recipients', async () => {
  const mailer = mailerWith({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await mailer.send({ ...ada, subject: 'Hello\r\nBcc: mallory@example.com' })
  await mailer.send({ ...ada, to: 'ada@example.edu, mallory@example.com' }).catch(() => undefined)
  await mailer.send({ ...ada, to: 'ada@example.edu\r\nBcc: mallory@example.com' }).catch(() => undefined)
  expect(received[0]!.raw).not.toMatch(/^Bcc:/m)
  expect(received.flatMap(({ to }) => to)).not.toContain('mallory@example.com')
})

test('a letter that can be stopped has unsubscribe headers, and others have none', async () => {
  const mailer = mailerWith({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await mailer.send({ ...ada, unsubscribe: 'https://champions.example.edu/reminders/stop?token=abc' })
  await mailer.send(ada)
  const [reminder, other] = received.map(({ raw }) => raw.split('\r\n\r\n', 1)[0]!.replace(/\r\n\s+/g, ' '))
  expect(reminder).toContain('List-Unsubscribe: <https://champions.example.edu/reminders/stop?token=abc>')
  expect(reminder).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(other).not.toContain('List-Unsubscribe')
})

test('a name of 200 characters with line breaks and markup arrives complete, in the body only', async () => {
  const name = `${'Ⱥnne-Marie '.repeat(18)}\r\nBcc: mallory@example.com <img src=x>`
  const { institution } = readConfig({ INSTITUTION_NAME: 'Bayside' })
  const content = renderLetter({ institution, heading: `Hello ${name}`, paragraphs: [name] })
  await mailerWith({ SMTP_URL: `smtp://127.0.0.1:${port}` }).send({ ...ada, subject: `Hello ${name}`, ...content })
  const { raw, to } = received[0]!
  const headers = raw.split('\r\n\r\n', 1)[0]!
  expect(to).toEqual(['ada@example.edu'])
  expect(headers).not.toMatch(/^bcc:/im)
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
  const html = Buffer.from(
    raw
      .split(/text\/html.*?\r\n\r\n/s)[1]!
      .split('\r\n--')[0]!
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()
  expect(html).toContain('Ⱥnne-Marie '.repeat(18))
  expect(html).toContain('&#60;img src=x&#62;')
  expect(html).not.toContain('<img')
})

test.each([
  ['unknown@example.edu', true, 'the mailbox does not exist (EENVELOPE 550)'],
  ['full@example.edu', false, 'the mailbox is full (EENVELOPE 452)'],
])('a refusal of %s is described with its permanence and without an address', async (to, isPermanent, reason) => {
  const failure = await mailerWith({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    .send({ ...ada, to })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MailFailed)
  const message = `The mail server did not accept the message: ${reason}.`
  expect(failure).toMatchObject({ isPermanent, code: 'EENVELOPE', message })
  expect(JSON.stringify(failure) + String((failure as Error).stack)).not.toContain('example.edu')
})

test('a wrong password or an unavailable server can be retried', async () => {
  await expect(mailerWith({ SMTP_URL: `smtp://ada:wrong@127.0.0.1:${port}` }).send(ada)).rejects.toMatchObject({
    name: 'MailFailed',
    isPermanent: false,
    code: 'EAUTH',
  })
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const gone = (closed.address() as AddressInfo).port
  closed.close()
  await once(closed, 'close')
  await expect(mailerWith({ SMTP_URL: `smtp://127.0.0.1:${gone}` }).send(ada)).rejects.toMatchObject({
    name: 'MailFailed',
    isPermanent: false,
  })
})

test('the mail server has a minute to ask for a message, and ten minutes to accept it', async () => {
  const sockets: Socket[] = []
  const watch = (opened: unknown) => void sockets.push((opened as { socket: Socket }).socket)
  subscribe('net.client.socket', watch)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const mailer = mailerWith({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    const refused = mailer.send({ ...ada, to: 'held@example.edu' }).catch((error: unknown) => error)
    await held.promise
    vi.advanceTimersByTime(59_000)
    expect(sockets[0]!.destroyed).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(await refused).toMatchObject({ isUnavailable: true, isPermanent: false, isUncertain: false })
    held = Promise.withResolvers()
    const sent = mailer.send({ ...ada, to: 'slow@example.edu' })
    const answer = await held.promise
    vi.advanceTimersByTime(599_000)
    expect(sockets.at(-1)!.timeout).toBe(600_000)
    answer()
    await sent
  } finally {
    vi.useRealTimers()
    unsubscribe('net.client.socket', watch)
  }
  expect(received).toMatchObject([{ to: ['slow@example.edu'] }])
})

test.each([
  ['RCPT TO', '550 5.1.1 No such user', true],
  ['RCPT TO', '552 5.2.2 Mailbox full', true],
  ['RCPT TO', '451 Greylisted', true],
  ['RCPT TO', '550 5.7.1 Relaying denied', false],
  ['MAIL FROM', '550 5.1.0 Sender rejected', false],
  ['DATA', '550 5.4.5 Daily user sending quota exceeded', false],
  ['DATA', '550 5.1.8 Access denied, bad outbound sender', false],
  ['DATA', '554 Transaction failed', false],
  ['RCPT TO', undefined, false],
])('a refusal at %s (%s) is about the recipient: %s', (command, response, isOfRecipient) => {
  const responseCode = response && Number(response.slice(0, 3))
  expect(new MailFailed({ command, response, responseCode })).toMatchObject({ isOfRecipient })
})

test('without a mail server each message is saved for this account only, newest first', async () => {
  const mailer = mailerWith({})
  await mailer.send(ada)
  await mailer.send({ ...ada, to: 'grace@example.edu' })
  const outbox = join(folder, 'outbox')
  const names = await readdir(outbox)
  expect(names).toHaveLength(2)
  expect((await stat(join(outbox, names[0]!))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(outbox, names[0]!), 'utf8')).toContain('ada@example.edu')
  expect(await listSavedMessages(outbox)).toMatchObject([
    { to: 'grace@example.edu', from: { address: 'help@bayside.edu' } },
    ada,
  ])
  expect(await listSavedMessages(outbox, 1)).toHaveLength(1)
  expect(received).toEqual([])
})
