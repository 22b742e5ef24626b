import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/test-app.ts'
import { alumnusReferences } from './alumnus-references.ts'

const { db } = await buildTestApp()

test('undo handles every table that refers to alumni or their records, by key or by name', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select conrelid::regclass::text as table_name from pg_constraint
    where contype = 'f' and confrelid in ('alumni'::regclass, 'educations'::regclass, 'employments'::regclass)
    union
    select table_name::text from information_schema.columns
    where table_schema = 'public' and table_name <> 'alumni' and column_name ~ '(^|_)(buids?|alumn(us|i)_ids?)$'
    order by 1`.execute(db)
  expect(rows.map(({ table_name }) => table_name)).toEqual(Object.keys(alumnusReferences).toSorted())
})

test('every foreign key to alumni has an index', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select c.conrelid::regclass::text as table_name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'alumni'::regclass
      and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in ('(buid IS NOT NULL)', '(alumnus_id IS NOT NULL)')))`.execute(
    db,
  )
  expect(rows).toEqual([])
})
