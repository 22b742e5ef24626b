import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, runOn } from '../../../testing/test-database.ts'
import { listOlderProcesses } from '../../operations/releases/older-processes.ts'
import { runDeferredMigrations, migrate, type Schema } from './migrate.ts'
import { freezeMigrations, migrationsFolder } from './migrations.ts'

let schema: Schema & { migrations: URL }
let owner: string
let client: pg.Client
beforeEach(async () => {
  const database = await createTestDatabase()
  owner = database.owner
  client = new pg.Client({ connectionString: owner })
  await client.connect()
  const folder = await mkdtemp(join(tmpdir(), 'alumni-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  await mkdir(join(folder, 'after'), { recursive: true })
  schema = { routines: [], listOlderProcesses, migrations: pathToFileURL(`${folder}/`) }
  onTestFinished(async () => {
    await client.end()
    await database.drop()
    await rm(folder, { recursive: true })
  })
})

const addMigration = (name: string, sql: string) => writeFile(new URL(`${name}.sql`, schema.migrations), sql)

async function startProcess(release: string, secondsAgo = 0): Promise<void> {
  await client.query(
    `insert into process_reports (id, program, host, pid, release, started_at, reported_at, memory_bytes)
     values (gen_random_uuid(), 'server', 'alumni-2', 1, $1, now(), now() - make_interval(secs => $2), 0)`,
    [release, secondsAgo],
  )
}

async function indexes(table: string): Promise<{ name: string; valid: boolean }[]> {
  const { rows } = await client.query<{ name: string; valid: boolean }>(
    'select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = $1::regclass',
    [table],
  )
  return rows
}

test('a removal waits until the last server of the previous release has stopped', async () => {
  await addMigration('before/2099-01-01-notes', 'alter table alumni add column note text;')
  await addMigration('after/2099-01-01-names', 'alter table alumni drop column note;')
  await startProcess('v0.1.0')
  expect(await migrate(owner, schema)).toEqual(['2099-01-01-notes'])
  expect(await runDeferredMigrations(owner, schema)).toEqual([])

  await client.query("update process_reports set reported_at = now() - interval '3 minutes'")
  await startProcess('v99.0.0')
  expect(await runDeferredMigrations(owner, schema)).toEqual(['after/2099-01-01-names'])
  expect(await runDeferredMigrations(owner, schema)).toEqual([])
})

test('an installation that skips a release runs its second half before the first half of the next', async () => {
  await addMigration('before/2099-01-01-notes', 'alter table alumni add column note text;')
  await addMigration('after/2099-01-01-notes', 'alter table alumni drop column note;')
  freezeMigrations('v98.0.0', schema.migrations)
  await addMigration('before/2099-02-01-notes', 'alter table alumni add column note jsonb;')
  await startProcess('v0.1.0')
  expect(await migrate(owner, schema)).toEqual(['2099-01-01-notes', 'after/2099-01-01-notes', '2099-02-01-notes'])
})

test('a release cannot start on a database whose upgrade to the next release is complete', async () => {
  await client.query("insert into schema_migrations (name) values ('after/2099-01-01-names')")
  await expect(migrate(owner, schema)).rejects.toThrow(
    'A newer release has finished upgrading this database (after/2099-01-01-names)',
  )
})

/** Migrations that capitalize the names of 2,500 colleges in batches of 1,000, and one that relies on the result. */
async function addLongChange(): Promise<void> {
  await client.query("insert into colleges (code, name) select 'C' || i, 'arts' from generate_series(1, 2500) i")
  await addMigration(
    'after/2099-01-01-a-capitals',
    `-- in batches
     with batch as (select code from colleges where code > coalesce($1, '') order by code limit 1000),
     changed as (update colleges set name = upper(name) || '!' where code in (select code from batch))
     select max(code) from batch`,
  )
  await addMigration('after/2099-01-01-b-counts-on-it', "comment on column colleges.name is 'In capitals'")
}
const countNames = async () =>
  (
    await client.query<{ name: string; count: number }>(
      'select name, count(*)::int from colleges group by 1 order by 1',
    )
  ).rows

test('a worker makes a change of many rows, and continues where another was killed', async () => {
  await addLongChange()
  expect(await migrate(owner, schema)).toEqual([])

  await client.query(`create function stop_soon() returns trigger language plpgsql as $$
    begin if new.cursor > 'C2' then raise exception 'the worker is killed'; end if; return new; end $$;
    create trigger stop_soon before update on schema_cursors for each row execute function stop_soon()`)
  await expect(runDeferredMigrations(owner, schema)).rejects.toThrow('the worker is killed')
  expect(await countNames()).toEqual([
    { name: 'ARTS!', count: 1000 },
    { name: 'arts', count: 1500 },
  ])
  expect(await runDeferredMigrations(owner, schema, { isStopping: AbortSignal.abort() })).toEqual([])

  await client.query('drop trigger stop_soon on schema_cursors')
  const both = ['after/2099-01-01-a-capitals', 'after/2099-01-01-b-counts-on-it']
  const results = await Promise.all([runDeferredMigrations(owner, schema), runDeferredMigrations(owner, schema)])
  expect(results.flat()).toEqual(expect.arrayContaining(both))
  expect(await countNames()).toEqual([{ name: 'ARTS!', count: 2500 }])
  expect(await runDeferredMigrations(owner, schema)).toEqual([])
})

test('a change of many rows is made at once if a later release relies on it', async () => {
  await addLongChange()
  freezeMigrations('v98.0.0', schema.migrations)
  await addMigration('before/2099-02-01-notes', 'alter table alumni add column note text;')
  const names = ['after/2099-01-01-a-capitals', 'after/2099-01-01-b-counts-on-it', '2099-02-01-notes']
  expect(await migrate(owner, schema)).toEqual(names)
  expect(await countNames()).toEqual([{ name: 'ARTS!', count: 2500 }])
})

test('a migration that waits for a table lets people read, and names who blocks it', async () => {
  await addMigration('before/2099-01-01-notes', 'alter table alumni add column note text;')
  const report = new pg.Client({ connectionString: owner, application_name: 'a long report' })
  await report.connect()
  await report.query('begin; select count(*) from alumni')
  const heard: string[] = []
  let reading: Promise<unknown> = Promise.resolve()
  const onWait = (message: string): void => {
    heard.push(message)
    // This read would wait as long as a migration that does not give up its lock request.
    reading = client.query("set statement_timeout = '5s'; select count(*) from alumni").then(() => report.end())
  }
  expect(await migrate(owner, schema, { onWait })).toEqual(['2099-01-01-notes'])
  await reading
  expect(heard).toEqual([
    expect.stringMatching(/^2099-01-01-notes waits for a table that a long report of \w+ \(process \d+\) uses\.$/),
  ])
})

test('an incomplete index of a killed start is built again, outside of a transaction', async () => {
  await client.query("insert into colleges (code, name) values ('A', 'Arts'), ('B', 'Arts')")
  const name = '2099-01-01-college-names'
  await addMigration(
    `before/${name}`,
    '-- outside a transaction\ncreate unique index concurrently college_names on colleges (name)',
  )
  await expect(migrate(owner, schema)).rejects.toThrow('could not create unique index')
  expect(await indexes('colleges')).toContainEqual({ name: 'college_names', valid: false })
  await client.query("delete from colleges where code = 'B'")
  expect(await migrate(owner, schema)).toEqual([name])
  expect(await indexes('colleges')).toContainEqual({ name: 'college_names', valid: true })
})

test('a login that may create roles but is no superuser migrates, and acts as the role that it created', async () => {
  const { owner, postgres, drop } = await createTestDatabase('template0')
  const login = `carla_${randomUUID().replaceAll('-', '')}`
  await runOn(
    postgres,
    // Since PostgreSQL 16, `create role` leaves a member that may grant the role but not act as it.
    `create role ${login} login createrole password 'x';
     grant alumni_app to ${login} with admin true, inherit false, set false;
     alter database ${new URL(owner).pathname.slice(1)} owner to ${login}`,
  )
  onTestFinished(async () => {
    await runOn(postgres.replace(/[^/]+$/, 'postgres'), `revoke alumni_app from ${login} cascade`)
    await drop()
    await runOn(postgres.replace(/[^/]+$/, 'postgres'), `drop role ${login}`)
  })
  const url = Object.assign(new URL(owner), { username: login, password: 'x' }).href
  await migrate(url, schema)
  await expect(runOn(url, 'set role alumni_app')).resolves.toBeUndefined()
})
