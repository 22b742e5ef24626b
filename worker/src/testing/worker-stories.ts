import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { ImportStatusReply, ImportType } from '@alumni/shared/exchange/imports'
import { buildImportStory, csv, type ImportStory } from '@alumni/server/testing/import-story'
import { isSoak, rounds } from '@alumni/server/testing/soak'
import { startMailServer } from '@alumni/server/testing/mail-server'

/** Enough rows that the import is still running when the test looks at it. */
const many = rounds(6000, 20_000)

export async function workerStories(
  env: Record<string, string> = {},
  queue?: { kill(): Promise<void>; start(): Promise<void> },
): Promise<void> {
  const story = await buildImportStory({ env })
  const { upload, commit, cancel, nobody, db } = story
  const mailServer = await startMailServer()
  const workers: ChildProcess[] = []
  const environment = environmentOf(story, mailServer.url)
  const startWorker = () => {
    const worker = run(new URL('impatient-worker.ts', import.meta.url).href, [], environment)
    workers.push(worker)
    return worker
  }
  const { waitForStatus, waitForRows, status } = waitsOf(story)
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => stopped(worker, 'SIGKILL')))
    Object.assign(mailServer, { action: 'take', messages: [], onMessage: undefined })
  })
  afterAll(() => mailServer.close())

  test('an import whose worker is killed halfway is finished by another one', async () => {
    const first = startWorker()
    const { id } = (await upload('contacts', people(many, 'Killed'))).json<ImportStatusReply>()
    await waitForStatus('contacts', id, 'review')
    await commit('contacts', id)
    const { progress } = await waitForRows(id)
    await stopped(first, 'SIGKILL')
    expect(progress.done).toBeLessThan(many)
    startWorker()
    expect(await waitForStatus('contacts', id, 'completed')).toMatchObject({ results: { rows: many, skipped: 0 } })
  })

  const isForStaff = (raw: string) => raw.includes('To: staff@example.edu')
  /** Ignores the letter to administrators that no server has reported for two minutes. */
  const waitForMessages = async (count: number) => {
    while (mailServer.messages.filter(isForStaff).length < count) await pause(20)
    // A duplicate would arrive soon after.
    await pause(1000)
    return mailServer.messages.filter(isForStaff)
  }
  const linkIn = (message: string) => /\/password-resets\/[\w-]{43}/.exec(message.replaceAll('=\r\n', ''))?.[0] ?? ''
  const requestResetAndCrash = () =>
    stopped(run(import.meta.resolve('@alumni/server/testing/reset-process'), ['staff@example.edu'], environment))
  const waitForOffers = async (count: number) => {
    while (mailServer.countOffers() < count) await pause(20)
  }

  const rowsOfLetters = async () => {
    const tables = ['agenda_jobs', 'job_outbox', 'letters', 'password_resets']
    return JSON.stringify(await Promise.all(tables.map((table) => db.entities.execute(`select * from ${table}`))))
  }

  test('a letter is sent once although its server and then its worker are killed, and no address or link is stored', async () => {
    mailServer.action = 'stall'
    const before = mailServer.countOffers()
    expect(await requestResetAndCrash()).toBe('SIGKILL')
    const first = startWorker()
    await waitForOffers(before + 1)
    const rowsBefore = await rowsOfLetters()
    await stopped(first, 'SIGKILL')
    mailServer.action = 'take'
    startWorker()
    const messages = await waitForMessages(1)
    expect(messages).toEqual([expect.stringContaining('To: staff@example.edu')])
    const link = linkIn(messages[0]!)
    expect((await nobody.get(link)).json()).toMatchObject({ valid: true })
    for (const rows of [rowsBefore, await rowsOfLetters()]) {
      expect(rows).not.toContain('@')
      expect(rows).not.toContain(link.split('/').at(-1))
    }
  })

  test('a letter to one person overtakes a letter to many, which no one gets twice after its worker is killed', async () => {
    const recipients = 80
    await startListLetter(story, recipients)
    const staffs = Promise.withResolvers<void>()
    // The mail server delays the other letters until it has this one.
    mailServer.onMessage = (raw) =>
      isForStaff(raw) ? staffs.resolve() : mailServer.messages.length < 5 ? undefined : staffs.promise
    const first = startWorker()
    while (mailServer.messages.length < 5) await pause(20)
    await db.entities.execute(
      `with letter as (insert into letters (kind, about) select 'password-changed', jsonb_build_object('user', id)
          from staff_users where email = 'staff@example.edu' returning id)
        insert into job_outbox (name, data) select 'send-letter', jsonb_build_object('letter', id) from letter`,
    )
    await staffs.promise
    expect(mailServer.messages.length).toBeLessThan(recipients)
    await stopped(first, 'SIGKILL')
    mailServer.onMessage = () => undefined
    startWorker()
    const states = async () => {
      const rows = await db.selectFrom('list_letter_recipients').select('state').execute()
      return Object.groupBy(rows, ({ state }) => state)
    }
    for (let pending = await states(); pending.waiting ?? pending.handed; pending = await states()) await pause(50)
    const { sent = [], in_doubt = [] } = await states()
    expect(sent.length + in_doubt.length).toBe(recipients)
    // Two at once, and two more if the machine stalled for longer than the short lock lifetime of this worker.
    expect(in_doubt.length).toBeLessThanOrEqual(4)
    const addresses = mailServer.messages
      .map((raw) => /^To: (.*)$/m.exec(raw)![1]!)
      .filter((to) => to.includes('many.example'))
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.length).toBeGreaterThanOrEqual(sent.length)
  })

  if (!isSoak) return

  test('a worker stops after its chunk on SIGTERM, and another one continues from there', async () => {
    const first = startWorker()
    const { id } = (await upload('contacts', people(many, 'Relieved'))).json<ImportStatusReply>()
    await waitForStatus('contacts', id, 'review')
    await commit('contacts', id)
    await waitForRows(id)
    expect(await stopped(first, 'SIGTERM')).toBe(0)
    expect(await status('contacts', id)).toMatchObject({ status: 'running', error: null })
    startWorker()
    expect(await waitForStatus('contacts', id, 'completed')).toMatchObject({ results: { rows: many, skipped: 0 } })
  })

  test('when Ada cancels a running import, the worker stops after its chunk, and imported rows stay', async () => {
    startWorker()
    const { id } = (await upload('contacts', people(many, 'Cancelled'))).json<ImportStatusReply>()
    await waitForStatus('contacts', id, 'review')
    await commit('contacts', id)
    await waitForRows(id)
    expect((await cancel('contacts', id)).statusCode).toBe(200)
    const { progress, results } = await status('contacts', id)
    await pause(500)
    expect(await status('contacts', id)).toMatchObject({
      status: 'cancelled',
      section: 'Cancelled',
      progress: { done: progress.done },
      results,
    })
    expect(results!.rows).toBe(progress.done)
  })

  test('a letter of a server killed right after its reply is sent once, when the mail server accepts it', async () => {
    expect(await requestResetAndCrash()).toBe('SIGKILL')
    mailServer.action = 'refuse'
    const before = mailServer.countOffers()
    startWorker()
    await waitForOffers(before + 1)
    mailServer.action = 'take'
    const messages = await waitForMessages(1)
    expect(messages).toEqual([expect.stringContaining('To: staff@example.edu')])
    expect((await nobody.get(linkIn(messages[0]!))).json()).toMatchObject({ valid: true })
  })

  const away = queue
  if (!away) return
  test('work accepted while the queue is unavailable is done when the queue is back', async () => {
    startWorker()
    await away.kill()
    const reply = await upload('contacts', people(20, 'Waiting'))
    expect(reply.statusCode).toBe(201)
    const { id } = reply.json<ImportStatusReply>()
    await pause(500)
    expect((await status('contacts', id)).status).toBe('scanning')
    await away.start()
    expect(await waitForStatus('contacts', id, 'review')).toMatchObject({ counts: { rows: 20 } })
    await cancel('contacts', id)
  })
}

function people(count: number, lastName = 'Jones'): string {
  return csv(
    'BUID,First Name,Last Name',
    ...Array.from({ length: count }, (_, n) => `B${String(n + 1).padStart(8, '0')},First${n},${lastName}`),
  )
}

async function startListLetter({ db }: ImportStory, people: number): Promise<void> {
  const { entities } = db
  await entities.execute(
    "insert into alumni (buid, primary_email) select 'B' || 80000000 + n, format('p%s@many.example', n) from generate_series(1, ?::int) n",
    [people],
  )
  await entities.execute(`with letter as (
      insert into list_letters (slug, title, summary, body, topic, salutation, fallback, replies_to, list, status, published_at)
      values ('many', 'Come', '', 'Come.', 'news', 'Dear {name},', 'Dear friend,', 'office', '{"from":"people","buids":[]}', 'sending', now())
      returning id)
    insert into list_letter_recipients (letter_id, alumnus_id, state)
    select letter.id, alumni.id, 'waiting' from letter, alumni where primary_email like '%@many.example'`)
}

function environmentOf({ config, database }: ImportStory, smtpUrl: string): NodeJS.ProcessEnv {
  const { DATA_DIR, DATABASE_URL, MONGODB_URL = '', SESSION_SECRET, PUBLIC_URL } = config
  return {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATA_DIR,
    DATABASE_URL,
    MONGODB_URL,
    SESSION_SECRET,
    PUBLIC_URL,
    SMTP_URL: smtpUrl,
    LIST_LETTERS_PER_MINUTE: '6000',
    MIGRATION_DATABASE_URL: database.owner,
  }
}

function run(script: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(script), ...args], { env, stdio: ['ignore', 'inherit', 'inherit'] })
}

function waitsOf({ status }: ImportStory) {
  return {
    status,
    async waitForStatus(
      type: ImportType,
      id: number,
      expected: ImportStatusReply['status'],
    ): Promise<ImportStatusReply> {
      for (;;) {
        const reply = await status(type, id)
        if (reply.status === expected) return reply
        if (!['scanning', 'review', 'running'].includes(reply.status))
          throw new Error(`The batch is ${reply.status}: ${reply.error}`)
        await pause(50)
      }
    },
    async waitForRows(id: number): Promise<ImportStatusReply> {
      for (;;) {
        const reply = await status('contacts', id)
        if (reply.progress.done > 0 || reply.status !== 'running') return reply
        await pause(5)
      }
    },
  }
}

/** Resolves with the exit code, or the signal that ended the process. */
function stopped(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
  const end = () => child.exitCode ?? child.signalCode
  if (end() !== null) return Promise.resolve(end())
  return new Promise((resolve) => {
    child.once('exit', () => resolve(end()))
    if (signal) child.kill(signal)
  })
}
