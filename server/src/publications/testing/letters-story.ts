import type { ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { afterEach, expect } from 'vitest'
import { letterOf, markTested } from '../../../testing/list-letters.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { composers } from '../../composers.ts'
import type { Db } from '../../foundations/database/db.ts'
import { createMailer } from '../../foundations/mail/mailer.ts'
import type { Config } from '../../foundations/process/config.ts'
import { sendDueLetters } from '../list-letters/advance.ts'

export async function buildLettersStory(env: Record<string, string> = {}) {
  const mailServer = await startMailServer()
  const story = await buildTestApp({
    env: {
      INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000',
      SMTP_URL: mailServer.url,
      LIST_LETTERS_PER_MINUTE: '60000',
      LIST_LETTERS_STAFF_MAX: '1000',
      ...env,
    },
  })
  const { as, db, config } = story
  const stan = await as('staff')
  const mailer = createMailer(config)
  afterEach(() => {
    mailServer.action = 'take'
    mailServer.actionFor = () => undefined
    mailServer.onMessage = () => undefined
    mailServer.messages.length = 0
  })

  let lists = 0
  async function createAlumni(
    count: number,
    addressOf = (list: number, number: number) => `p${number}@list${list}.org`,
  ) {
    const list = ++lists
    const buid = (number: number) => `B${String(list * 10_000 + number).padStart(8, '0')}`
    const rows = Array.from({ length: count }, (_, number) => ({
      buid: buid(number),
      first_name: `Ann${number}`,
      last_name: `Of${list}`,
      primary_email: addressOf(list, number),
    }))
    await db.insertInto('alumni').values(rows).execute()
    return { list, buids: rows.map(({ buid }) => buid), addresses: rows.map(({ primary_email }) => primary_email) }
  }

  async function createDinner(city: string): Promise<number> {
    const event = await db
      .insertInto('events')
      .values({
        slug: city.toLowerCase(),
        title: `Dinner in ${city}`,
        summary: 'Eat.',
        starts_at: '2099-01-01T18:00Z',
        ends_at: '2099-01-01T20:00Z',
        time_zone: 'America/New_York',
        published_at: '2020-01-01',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return event.id
  }

  const createDraft = async (changes: object) => {
    const reply = await stan.post('/letters', letterOf({ title: 'Dinner in Dublin', ...changes }))
    expect(reply).toMatchObject({ statusCode: 201 })
    return reply.json<ListLetterRecord>()
  }
  const pressSend = async ({ id, version }: ListLetterRecord, written_to: number) => {
    await markTested(db)
    return stan.post(`/letters/${id}/send`, { version, written_to })
  }
  const skipMinutes = () =>
    db
      .updateTable('list_letters')
      .set({ published_at: sql<string>`published_at - interval '6 minutes'` })
      .where('status', '=', 'leaving')
      .execute()
  /** Sends a letter and skips the five minutes until it leaves. */
  async function sendToPeople(
    buids: string[],
    written_to = buids.length,
    changes: object = {},
  ): Promise<ListLetterRecord> {
    const letter = await createDraft({ list: { from: 'people', buids }, ...changes })
    expect(await pressSend(letter, written_to)).toMatchObject({ statusCode: 200 })
    await skipMinutes()
    return letter
  }
  const runJob = (connection: Db = db, changes: Partial<Config> = {}) =>
    sendDueLetters({ config: { ...config, ...changes }, db: connection, mailer }, composers)
  const readRecord = async ({ id }: { id: number }) => (await stan.get(`/letters/${id}`)).json<ListLetterRecord>()
  /** Runs jobs until nothing changes, because a job can reach its time limit. */
  async function runJobs(letter: { id: number }, changes?: Partial<Config>): Promise<void> {
    for (let before = ''; ;) {
      await runJob(db, changes)
      const now = JSON.stringify(await readRecord(letter))
      if (now === before) return
      before = now
    }
  }
  const moveLetter = (letter: ListLetterRecord, name: string) =>
    stan.post(`/letters/${letter.id}/moves`, { move: name })
  const listReachedAddresses = () => mailServer.messages.map((raw) => /^To: (.*)$/m.exec(raw)![1]!.trim())
  const skipHours = () =>
    db
      .updateTable('letters')
      .set({ created_at: sql<string>`created_at - interval '3 hours'` })
      .where('sent_at', 'is', null)
      .execute()

  return {
    ...story,
    mailServer,
    stan,
    mailer,
    createAlumni,
    createDinner,
    createDraft,
    pressSend,
    skipMinutes,
    sendToPeople,
    runJob,
    runJobs,
    readRecord,
    moveLetter,
    listReachedAddresses,
    skipHours,
  }
}
