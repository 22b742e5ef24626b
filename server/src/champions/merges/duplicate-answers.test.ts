import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { uniqueTables } from './duplicate-answers.ts'

const { db } = await buildTestApp()

/** Tables in which a person may have any number of rows. */
const byPerson = [
  'activity_events.signup_id',
  'champion_devices.signup_id',
  'champion_sessions.signup_id',
  'email_changes.signup_id',
  'list_letter_recipients.signup_id',
  'pending_answers.signup_id',
  'signin_requests.signup_id',
  'signup_drafts.signup_id',
  'signup_letters.signup_id',
  'signup_notes.signup_id',
]

const others: Record<string, string> = {
  'champion_signups.merged_into_id': 'It is the reference that makes signups one person.',
  'signup_merges.survivor_id': 'It says into which signup others were merged.',
}

test('every column that refers to a signup is handled: as unique for each person, or read by person', async () => {
  const columns = await db.entities.execute<{ name: string }[]>(`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
      and (a.attname ~ '(^|_)signup_id$' or exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
        and k.confrelid = 'champion_signups'::regclass and a.attnum = any(k.conkey)))`)
  const handled = [
    ...Object.keys(uniqueTables).map((table) => `${table}.signup_id`),
    ...byPerson,
    ...Object.keys(others),
  ]
  expect(columns.map(({ name }) => name).toSorted()).toEqual(handled.toSorted())
})

test('the tables with one row for each person and subject are those with such a unique key', async () => {
  const unique = await db.entities.execute<{ table: string; columns: string[] }[]>(`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
    where k.contype in ('p', 'u') and c.relnamespace = 'public'::regnamespace group by 1, k.oid`)
  const found = unique.filter(({ columns }) => columns.length > 1 && columns.includes('signup_id'))
  const once = Object.entries(uniqueTables).map(([table, { column }]) => ({ table, columns: [column, 'signup_id'] }))
  const compareTables = (a: { table: string }, b: { table: string }) => a.table.localeCompare(b.table)
  expect(found.toSorted(compareTables)).toEqual(once.toSorted(compareTables))
})
