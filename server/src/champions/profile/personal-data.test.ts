import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { disclosedColumns, personalTables } from './personal-data.ts'

const { db } = await buildTestApp()

/** Finds all columns with the id of a signup, with or without a foreign key. */
const pointing = await db.entities.execute<{ table: string; column: string }[]>(`
  select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped and (a.attname ~ '(^|_)signup_id$' or exists (
    select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = 'champion_signups'::regclass and a.attnum = any(k.conkey)))
  order by 1, 2`)

test('every table that refers to a signup is declared and is in a champion’s download', () => {
  expect(pointing.length).toBeGreaterThan(5)
  const declared = personalTables.flatMap(([table, { column = 'signup_id', selectRows, deleted }]) =>
    (selectRows && !deleted) || column === 'buid' ? [] : [`${table}.${column}`],
  )
  // Merged signups are included with their survivor.
  const found = pointing.map(({ table, column }) => `${table}.${column === 'merged_into_id' ? 'id' : column}`)
  expect(declared.toSorted()).toEqual(found.toSorted())
})

test.each(personalTables)('each column of %s is declared as deleted, kept or erased', async (table, source) => {
  const columns = await db.entities.execute<{ name: string }[]>(
    `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
  )
  const { deleted = [], stored = [], erased = {}, secret = [], onRequest = [] } = source
  const declared = [...deleted, ...stored, ...Object.keys(erased)]
  expect(declared.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  expect(deleted.length === 0 || stored.length === 0).toBe(true)
  for (const column of [...secret, ...onRequest]) {
    expect(declared).toContain(column)
    expect(disclosedColumns(source)).not.toContain(column)
  }
})

test('she reads the dates of notes by staff, and their text only on request', () => {
  const onRequest = personalTables.filter(([, source]) => source.onRequest)
  expect(onRequest.map(([table, source]) => [table, source.onRequest])).toEqual([['signup_notes', ['body']]])
})
