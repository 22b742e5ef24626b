import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { optOutKey } from '../src/alumni/index.ts'
import { composers } from '../src/composers.ts'
import { transact, type Db } from '../src/foundations/database/db.ts'
import { enqueueLetter } from '../src/foundations/mail/letters.ts'
import { createMailer, type Message } from '../src/foundations/mail/mailer.ts'
import { readConfig } from '../src/foundations/process/config.ts'
import { sendDueLetters } from '../src/publications/list-letters/advance.ts'
import { countLetterReach, insertRecipients } from '../src/publications/list-letters/decisions.ts'
import { openDb } from '../src/schema.ts'
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts'
import type { DemoDatabase } from './demo-database.ts'
import { startMailWorker } from './mail-worker.ts'
import { beside, boundLine, median, ratioLine, timed } from './report.ts'

const [chosen, sent, codes] = [50_000, 300, 40]
const secret = { SESSION_SECRET: 'a secret for the bench, long enough' }
const about = { topic: 'news', event_id: null, opportunity_id: null, skips_answered: false }
const serverMs = 20

/**
 * Measures choosing recipients, sending letters compared with nodemailer, and the delay of an urgent letter meanwhile.
 */
export async function benchListLetters(database: DemoDatabase, runs: number): Promise<void> {
  const mailServer = await startMailServer()
  mailServer.onMessage = () => pause(serverMs)
  const db = await openDb(database.app, { max: 6, statementTimeoutMs: 0 })
  await sql`update alumni set primary_email = 'p' || id || '@bench.example' where primary_email is null`.execute(db)
  await sql`analyze alumni`.execute(db)
  try {
    const times: number[] = []
    for (let run = 0; run < runs; run++) times.push(await timed(() => choose(db, Math.min(chosen, database.alumni))))
    console.log(boundLine(`choosing ${chosen.toLocaleString('en')} people`, median(times), 3000, 'ms'))
    await benchReach(db, Math.min(chosen, database.alumni), runs)
    await benchRate(db, database, mailServer, runs)
    await benchCodes(db, database, mailServer)
  } finally {
    await db.destroy()
    await mailServer.close()
  }
}

let letters = 0

/** In one transaction, because a worker would regard a letter without recipients as sent. */
const choose = (db: Db, people: number) => transact(db, (db) => chooseSome(db, people))

async function chooseSome(db: Db, people: number): Promise<void> {
  const { id } = await db
    .insertInto('list_letters')
    .values({
      slug: `bench-${++letters}`,
      title: 'A letter to many',
      summary: '',
      body: 'We **write** to you. '.repeat(50),
      status: 'leaving',
      published_at: 'now',
      topic: about.topic as 'news',
      salutation: 'Dear {name},',
      fallback: 'Dear friend,',
      replies_to: 'office',
      list: JSON.stringify({ from: 'people', buids: [] }),
      ignores_refusals: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('alumni').select('id').orderBy('id').limit(people).execute()
  await insertRecipients(db, id, { alumni: rows.map((row) => row.id), signups: [] }, about)
}

async function benchReach(db: Db, people: number, runs: number): Promise<void> {
  const rows = await db.selectFrom('alumni').select('id').orderBy('id').limit(people).execute()
  const alumni = rows.map(({ id }) => id)
  for (const [optOuts, bound] of [
    [0, 500],
    [10_000, 1000],
  ] as const) {
    await sql`insert into letter_opt_outs (address_key, topic)
      select ${optOutKey(sql`'alumnus ' || id`)}, 'news' from (select id from alumni order by id desc limit ${optOuts}) a`.execute(
      db,
    )
    await sql`analyze letter_opt_outs`.execute(db)
    const times: number[] = []
    for (let run = 0; run < runs; run++)
      times.push(await timed(() => countLetterReach(db, { alumni, signups: [] }, about)))
    const line = `who of ${people.toLocaleString('en')} gets a letter, ${optOuts.toLocaleString('en')} opt-outs`
    console.log(boundLine(line, median(times), bound, 'ms'))
  }
  await sql`delete from letter_opt_outs`.execute(db)
}

async function benchRate(
  db: Db,
  { app, folder }: DemoDatabase,
  mailServer: TestMailServer,
  runs: number,
): Promise<void> {
  const config = readConfig({
    ...secret,
    NODE_ENV: 'test',
    DATABASE_URL: app,
    DATA_DIR: folder,
    SMTP_URL: mailServer.url,
    LIST_LETTERS_PER_MINUTE: '1000000',
  })
  const mailer = createMailer(config)
  let example: Message | undefined
  const watching = { send: async (message: Message) => mailer.send((example = message)) }
  const work = async () => {
    await sql`delete from list_letters`.execute(db)
    await choose(db, sent)
    const before = mailServer.messages.length
    // The job stops after its time limit, so the number of sent letters varies.
    const ms = await timed(() => sendDueLetters({ config, db, mailer: watching }, composers))
    return ms / (mailServer.messages.length - before)
  }
  await work()
  const alone = async () => {
    const remaining = Array.from({ length: sent }, () => example!).values()
    const sendNext = async () => {
      for (const message of remaining) await mailer.send(message)
    }
    return (await timed(() => Promise.all([sendNext(), sendNext()]))) / sent
  }
  const times = await beside(runs, work, alone)
  console.log(ratioLine('a letter at no limit', times, 'nodemailer alone', 1.15))
}

async function benchCodes(db: Db, database: DemoDatabase, mailServer: TestMailServer): Promise<void> {
  const { id: user } = await db
    .insertInto('staff_users')
    .values({ email: 'bench@example.edu', name: 'Bench', role: 'staff' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const worker = startMailWorker(database, mailServer, { ...secret, LIST_LETTERS_PER_MINUTE: '1000000' })
  try {
    await ask(db, user)
    const limit = await askSome(db, user)
    await choose(db, Math.min(20_000, database.alumni))
    const before = mailServer.messages.length
    while (mailServer.messages.length < before + 5) await pause(50)
    const work = await askSome(db, user)
    const line = ratioLine('a code beside it, asked to sent', { work, limit }, 'without', 1.5)
    console.log(`${line}, ${mailServer.messages.length - before} letters beside it`)
  } finally {
    worker.kill('SIGTERM')
    await once(worker, 'exit')
  }
}

async function askSome(db: Db, user: number): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < codes; nth++) times.push(await ask(db, user))
  return median(times)
}

async function ask(db: Db, user: number): Promise<number> {
  const id = await enqueueLetter(db, 'password-changed', { user })
  for (let tries = 0; tries < 6000; tries++) {
    await pause(10)
    const { ms } = await db
      .selectFrom('letters')
      .select(sql<number | null>`extract(epoch from sent_at - created_at)::float8 * 1000`.as('ms'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (ms !== null) return ms
  }
  throw new Error('No letter came in a minute')
}
