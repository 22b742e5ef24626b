import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statementsOf } from '../../../testing/statements-of.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { readLetterMetrics, resendLetters } from './letters.ts'

const { db, people, as } = await buildTestApp()

async function recordSendAgain(count: number): Promise<string[]> {
  await sql`delete from job_outbox`.execute(db)
  await sql`
    insert into letters (kind, about, given_up_at) select 'password-reset', '{"user": null}', now() from generate_series(1, ${count}::int)
  `.execute(db)
  const statements = await statementsOf(() => resendLetters(db, people.admin))
  const { rows } = await sql`
    select count(distinct l.id)::int as letters from job_outbox j join letters l on l.id = (j.data ->> 'letter')::bigint
    where given_up_at is null and j.name = 'send-letter'
  `.execute(db)
  expect(rows).toEqual([{ letters: count }])
  return statements.map((statement) => statement.slice(0, 30))
}

test('sending three thousand failed letters again takes as many statements as one', async () => {
  const single = await recordSendAgain(1)
  expect(await recordSendAgain(3000)).toEqual(single)
})

test('letters from before a restore wait for Ada, who sends or drops them, and a copy sends none', async () => {
  const ada = await as('admin')
  const insertRetained = () =>
    sql`insert into letters (kind, about, held_at) values ('password-reset', '{"user": null}', now())`.execute(db)
  const decide = async (decision: string) =>
    (await ada.post('/settings/letters/retained', { decision })).json<Record<string, unknown>>()
  const readPage = async () => (await ada.get('/settings/letters')).json<Record<string, unknown>>()
  await sql`delete from letters`.execute(db)
  await sql`delete from job_outbox`.execute(db)
  await insertRetained()
  expect(await readPage()).toMatchObject({ retained: 1, is_copy: false, counts: { waiting: 1 } })
  expect(await readLetterMetrics(db)).toMatchObject({
    alumni_letters: { waiting: 0 },
    alumni_letters_oldest_seconds: 0,
  })
  expect(await decide('send')).toEqual({ letters: 1 })
  expect(await decide('send')).toMatchObject({ error: expect.stringContaining('No letters are on hold anymore') })
  expect((await sql`select from job_outbox where name = 'send-letter'`.execute(db)).rows).toHaveLength(1)
  await insertRetained()
  expect(await decide('drop')).toEqual({ letters: 1 })
  expect(await readPage()).toMatchObject({ retained: 0, counts: { waiting: 1, given_up: 1 } })
  await sql`insert into restores (backup_id, snapshot_at, is_copy) values ('x', now(), true)`.execute(db)
  await insertRetained()
  expect(await readPage()).toMatchObject({ retained: 1, is_copy: true })
  expect(await decide('send')).toMatchObject({ error: expect.stringContaining('This is a copy') })
})
