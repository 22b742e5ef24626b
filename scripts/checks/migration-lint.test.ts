import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { riskyMigrations } from './migration-lint.ts'

async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-lint-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const half of ['before', 'after']) await mkdir(join(folder, half))
  for (const [file, text] of Object.entries({ ...files, 'released.json': '{}' }))
    await writeFile(join(folder, file), text)
  return pathToFileURL(`${folder}/`)
}

test('a change that the previous release cannot work with is allowed in the second half only', async () => {
  const risky = 'alter table alumni drop column nickname;\nalter table alumni alter column email set not null;'
  expect(await riskyMigrations(await folderOf({ 'before/risky.sql': risky }))).toEqual([
    expect.stringMatching(/^risky:1: ban-drop-column: .* Move it to migrations\/after\.$/),
    expect.stringMatching(/^risky:2: adding-not-nullable-field: .* Move it to migrations\/after\.$/),
  ])
  expect(await riskyMigrations(await folderOf({ 'after/risky.sql': risky }))).toEqual([])
})

test('a change that would lock a table for long is refused in either half', async () => {
  const index = 'create index alumni_city_idx on alumni (city);'
  const check = 'alter table alumni add constraint year check (year > 1800);'
  expect(await riskyMigrations(await folderOf({ 'before/index.sql': index, 'after/check.sql': check }))).toEqual([
    expect.stringMatching(/^index:1: require-concurrent-index-creation: /),
    expect.stringMatching(/^after\/check:1: constraint-missing-not-valid: /),
  ])
})

test('a new table with its index and a concurrent index are allowed, and an unreadable migration is reported', async () => {
  const files = {
    'before/a.sql': 'create table things (id bigint primary key);\ncreate index things_idx on things (id);',
    'before/b.sql': '-- outside a transaction\ncreate index concurrently alumni_city_idx on alumni (city);',
    'before/c.sql': 'create tabel things ();',
  }
  const problems = await riskyMigrations(await folderOf(files))
  expect(problems[0]).toMatch(/^c:1: syntax-error: /)
  expect(problems.filter((problem) => !problem.startsWith('c:'))).toEqual([])
})

test('a change of many rows must use a cursor and be in the second half', async () => {
  const batch = (cursor: string) => `-- in batches
    with batch as (select id from alumni where id > coalesce(${cursor}::bigint, 0) order by id limit 1000),
    changed as (update alumni set nickname = null where id in (select id from batch))
    select max(id) from batch;`
  const files = { 'before/a.sql': batch('$1'), 'after/b.sql': batch('$1'), 'after/c.sql': batch('0') }
  const message = 'a change in batches belongs in migrations/after and continues after its cursor, $1'
  expect(await riskyMigrations(await folderOf(files))).toEqual([`a: ${message}`, `after/c: ${message}`])
})
