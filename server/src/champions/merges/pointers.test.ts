import { expect, test } from 'vitest'
import { signupThings } from '@alumni/shared/champions/merges'
import { buildTestApp } from '../../../testing/test-app.ts'
import { pointerOf, pointerTables, staying } from './pointers.ts'
import { primaryKeyOf } from './snapshot.ts'

const { db } = await buildTestApp()

test('every column that points at a signup is moved by a merge and by its undo, or stays for a reason', async () => {
  const columns = await db.entities.execute<{ name: string }[]>(`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
      and (a.attname ~ '(^|_)signup_id$' or exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
        and k.confrelid = 'champion_signups'::regclass and a.attnum = any(k.conkey)))`)
  const handled = [...pointerTables.map((table) => `${table}.signup_id`), ...Object.keys(staying)]
  expect(columns.map(({ name }) => name).toSorted()).toEqual(handled.toSorted())
})

test('the rows are found again by the keys that the schema has, and those that a person has once are known', async () => {
  const keys = await db.entities.execute<{ table: string; kind: string; columns: string[] }[]>(`
    select c.relname as table, k.contype as kind, array_agg(a.attname::text order by array_position(k.conkey, a.attnum)) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
    where k.contype in ('p', 'u') and c.relnamespace = 'public'::regnamespace group by 1, 2, k.oid`)
  for (const table of pointerTables) {
    const ofTable = keys.filter((key) => key.table === table)
    expect([table, ofTable.find(({ kind }) => kind === 'p')!.columns]).toEqual([table, primaryKeyOf(table)])
    const shared = ofTable.find(({ columns }) => columns.length > 1 && columns.includes('signup_id'))?.columns
    const { onePer } = pointerOf(table)
    expect([table, shared]).toEqual([table, onePer && [onePer.column, 'signup_id']])
  }
})

test('each of them has its words', () => {
  expect(Object.keys(signupThings).toSorted()).toEqual([...pointerTables, 'champion_signups', 'engagements'].toSorted())
})
