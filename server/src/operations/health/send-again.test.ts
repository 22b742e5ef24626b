import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statementsOf } from '../../../testing/statements-of.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { sendAgain } from './letters.ts'

const { db, people } = await buildTestApp()

/** So many letters were given up, and Ada sends them again. */
async function sentAgain(count: number): Promise<string[]> {
  await sql`delete from job_outbox`.execute(db)
  await sql`
    insert into letters (kind, about, given_up_at) select 'password-reset', '{"user": null}', now() from generate_series(1, ${count}::int)
  `.execute(db)
  const statements = await statementsOf(() => sendAgain(db, people.admin))
  const { rows } = await sql`
    select count(distinct l.id)::int as letters from job_outbox j join letters l on l.id = (j.data ->> 'letter')::bigint
    where given_up_at is null and j.name = 'send-letter'
  `.execute(db)
  expect(rows).toEqual([{ letters: count }])
  return statements.map((statement) => statement.slice(0, 30))
}

test('three thousand letters that were given up are sent again in as many statements as one', async () => {
  const one = await sentAgain(1)
  expect(await sentAgain(3000)).toEqual(one)
})
