import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listDatabaseDependencies } from '../monitoring/database-dependencies.ts'
import { migrate as migrateWith, listPendingMigrations } from './migrate.ts'
import { findEditedMigrations, isDeferred, listMigrations } from './migrations.ts'
import { projectRoot } from '../process/config.ts'
import { runDeferredMigrations, openDb, migrate } from '../../schema.ts'
import { schemaOf } from '../../../testing/schema-of.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'

test('a server is ready beside the previous release, while the second half of the upgrade waits', async () => {
  const { owner, client } = await database('template0')
  await restore(client)
  await client.query(
    "insert into process_reports (id, program, host, pid, release, started_at, memory_bytes) values (gen_random_uuid(), 'server', 'alumni-1', 1, 'v0.14.0', now(), 0)",
  )
  await migrate(owner)
  const names = listMigrations()
  const last = names.slice(names.findLastIndex((name) => !isDeferred(name)) + 1)
  expect(await listPendingMigrations(client)).toEqual(last)
  const db = await openDb(owner, { max: 1, statementTimeoutMs: 0 })
  onTestFinished(() => db.destroy())
  for (const { check } of listDatabaseDependencies(db)) await check()
})

test('a database of v0.14.0 is upgraded to the schema of a new one, and keeps its people', async () => {
  const { owner, client } = await database('template0')
  await restore(client)
  const before = await people(client)
  await migrate(owner)
  await runDeferredMigrations(owner, {})
  expect(await schemaOf(client)).toEqual(await schemaOf((await database()).client))
  expect(before[0]).toMatchObject({ buid: 'B00000001', preferred_name: 'Peggy', employer: 'Example Press' })
  expect(await people(client)).toEqual(before)
  expect(await findByEmail(client, 'peggy.oneil@example.org')).toEqual(['B00000001'])
  expect(await migrate(owner)).toEqual([])
})

test('one of two servers that start at once creates the schema, and the other waits', async () => {
  const { owner } = await database('template0')
  const ran = await Promise.all([migrate(owner), migrate(owner)])
  expect(ran.map((names) => names.length > 0).toSorted()).toEqual([false, true])
})

describe('a database older than the baseline', () => {
  const message = 'First install v0.14.0, stop every process of an older release'

  test('is not changed, and the release to install first is named', async () => {
    const { owner, client } = await database('template0')
    await restore(client)
    await client.query("delete from schema_migrations where name not like '2026-11-20%'")
    const before = await schemaOf(client)
    await expect(migrate(owner)).rejects.toThrow(message)
    expect(await schemaOf(client)).toEqual(before)
  })

  test('includes one whose upgrade to v0.14.0 is incomplete', async () => {
    const { owner, client } = await database('template0')
    await restore(client)
    await client.query("delete from schema_migrations where name = '2026-11-26-list-letters-due'")
    await expect(migrate(owner)).rejects.toThrow(message)
    await expect(deployCheck(owner)).rejects.toThrow(message)
  })
})

describe('entities', () => {
  test('describe every table and column, with its type and whether it may be null', async () => {
    const { app, client } = await database()
    const db = await openDb(app, { max: 1, statementTimeoutMs: 0 })
    onTestFinished(() => db.destroy())
    const known = [...db.entities.getMetadata().getAll().values()].flatMap(({ tableName, props }) =>
      props.map(({ fieldNames: [name], columnTypes: [type], nullable, defaultRaw, generated }) =>
        column(tableName, name!, longTypes[type!] ?? type!, Boolean(nullable), (defaultRaw ?? generated) !== undefined),
      ),
    )
    expect(known.toSorted()).toEqual(await columns(client))
  })
})

describe('routines', () => {
  test('are applied again if and only if their text changes', async () => {
    const { owner, client } = await database()
    const answers = async (answer: number) => {
      const url = await temporaryFile(`create or replace function answer() returns int language sql return ${answer};`)
      return migrateWith(owner, { routines: [{ name: 'answer.sql', url }], listOlderProcesses: async () => [] })
    }
    expect(await answers(41)).toEqual(['answer.sql'])
    expect(await answers(41)).toEqual([])
    expect(await answers(42)).toEqual(['answer.sql'])
    expect((await client.query('select answer()')).rows).toEqual([{ answer: 42 }])
  })

  test('change nothing if they fail', async () => {
    const { owner, client } = await database()
    const url = await temporaryFile('create function answer() returns int language sql return 1; create nonsense;')
    const broken = [{ name: 'answer.sql', url }]
    await expect(migrateWith(owner, { routines: broken, listOlderProcesses: async () => [] })).rejects.toThrow(
      'syntax error',
    )
    expect((await client.query("select to_regproc('answer') as answer")).rows).toEqual([{ answer: null }])
  })
})

describe('a released migration', () => {
  test('is unchanged since its release', () => {
    expect(findEditedMigrations()).toEqual([])
  })

  test('is reported if it was edited or removed', async () => {
    const folder = join(await temporaryFolder(), '/')
    await cp(new URL('./migrations/', import.meta.url), folder, { recursive: true })
    await appendFile(join(folder, 'before/2026-11-26-baseline.sql'), '-- one more line')
    expect(findEditedMigrations(pathToFileURL(folder))).toEqual([
      '2026-11-26-baseline.sql was released with v0.14.0: put the edit into a new migration',
    ])
    await rm(join(folder, 'before/2026-11-26-baseline.sql'))
    expect(findEditedMigrations(pathToFileURL(folder))).toEqual([
      '2026-11-26-baseline.sql was released with v0.14.0 and is missing',
    ])
  })
})

async function deployCheck(url: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url }
  await promisify(execFile)('node', ['server/src/commands/deploy-check.ts', 'v99.0.0'], { cwd: projectRoot, env })
}

async function database(template?: string): Promise<{ owner: string; app: string; client: pg.Client }> {
  const { owner, app, drop } = await createTestDatabase(template)
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  return { owner, app, client }
}

const longTypes: Record<string, string> = {
  int: 'integer',
  serial: 'integer',
  bigserial: 'bigint',
  timestamptz: 'timestamp with time zone',
  'varchar(255)': 'character varying',
}

function column(table: string, name: string, type: string, isNullable: boolean, hasDefault: boolean): string {
  return `${table}.${name} ${type}${isNullable ? ' null' : ''}${hasDefault ? ' default' : ''}`
}

async function columns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string; nullable: boolean; has: boolean }>(`
    select relname as table, attname as name, format_type(atttypid, null) as type, not attnotnull as nullable, atthasdef as has
    from pg_attribute join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema%' and attnum > 0 and not attisdropped`)
  return rows.map((row) => column(row.table, row.name, row.type, row.nullable, row.has)).toSorted()
}

async function restore(client: pg.Client): Promise<void> {
  const dump = gunzipSync(
    await readFile(new URL('../../../testing/releases/v0.14.0.sql.gz', import.meta.url)),
  ).toString()
  await client.query(`${dump} set search_path = public;`)
}

async function people(client: pg.Client): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query(`
    select a.*, e.degree_code, e.degree_date::text, j.employer, j.job_title, m.affinity_code, g.activity_code, g.description, c.fields, d.status
    from alumni a left join educations e using (buid) left join employments j using (buid) left join alumni_affinities m using (buid)
      left join engagements g using (buid) left join record_changes c using (buid) left join crm_data_changes d using (buid)
    order by a.buid`)
  return rows
}

async function findByEmail(client: pg.Client, email: string): Promise<string[]> {
  const { rows } = await client.query<{ buid: string }>(
    'select buid from alumni_emails join alumni on id = alumnus_id where email = $1',
    [email],
  )
  return rows.map(({ buid }) => buid)
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-schema-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function temporaryFile(text: string): Promise<URL> {
  const file = join(await temporaryFolder(), 'routine.sql')
  await writeFile(file, text)
  return pathToFileURL(file)
}
