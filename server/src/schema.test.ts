import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { foldEmail } from '@alumni/shared/email-address'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrate as migrateWith } from './foundations/database/migrate.ts'
import { editedMigrations, migrationSql } from './foundations/database/migrations.ts'
import released from './foundations/database/migrations/released.json' with { type: 'json' }
import { openDb, migrate } from './schema.ts'
import { schemaOf } from '../testing/schema-of.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const releases = new URL('../testing/releases/', import.meta.url)

const withIndex =
  "create index record_changes_deleted_idx on record_changes (import_type, import_batch_id, id) where deed = 'deleted';"
/**
 * How a database that a release made differs from what its frozen migrations make: they were edited between releases.
 */
const differences: Record<string, string> = {
  'v0.2.0': withIndex,
  'v0.3.0': `${withIndex} drop index engagements_description_idx`,
  'v0.3.1': withIndex,
}

describe.each(Object.keys(released))('a database of %s', (release) => {
  test('comes to the schema of a new one, and its people survive', async () => {
    const { owner, client } = await database('template0')
    await restore(client, release)
    const before = await people(client)
    await migrate(owner)
    expect(await schemaOf(client)).toEqual(await schemaOf((await database()).client))
    expect(before[0]).toMatchObject({ buid: 'B00000001', preferred_name: 'Peggy', employer: 'Example Press' })
    expect(await people(client)).toEqual(before)
    expect(await found(client, 'peggy.oneil@example.org')).toEqual(['B00000001'])
    expect(await migrate(owner)).toEqual([])
  })
})

test('of two servers that start at once one makes the schema, and the other waits for it', async () => {
  const { owner } = await database('template0')
  const ran = await Promise.all([migrate(owner), migrate(owner)])
  expect(ran.map((names) => names.length > 0).toSorted()).toEqual([false, true])
})

test('signups from before addresses had one folded form keep theirs, and of two with one address the older has it', async () => {
  const { owner, client } = await database('template0')
  await restore(client, 'v0.3.1')
  const emails = ['Ivan@gmaİl.example', 'Ute@bücher.example', 'ute@xn--bcher-kva.example']
  await client.query('insert into champion_signups (email) select * from unnest($1::text[])', [emails])
  await migrate(owner)
  const { rows } = await client.query<{ folded_email: string | null }>(
    'select folded_email from champion_signups order by id desc limit 3',
  )
  expect(rows.map(({ folded_email }) => folded_email).toReversed()).toEqual([
    foldEmail('ivan@gmaİl.example'),
    'ute@xn--bcher-kva.example',
    null,
  ])
  await client.query("insert into champion_signups (email) values ('ivan@gmail.example')")
})

describe('entities', () => {
  test('know every table and every column, whether it may be null, and its type', async () => {
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
  test('are applied anew when their text changes, and only then', async () => {
    const { owner, client } = await database()
    const answers = async (answer: number) => {
      const url = await temporaryFile(`create or replace function answer() returns int language sql return ${answer};`)
      return migrateWith(owner, { routines: [{ name: 'answer.sql', url }], olderProcesses: async () => [] })
    }
    expect(await answers(41)).toEqual(['answer.sql'])
    expect(await answers(41)).toEqual([])
    expect(await answers(42)).toEqual(['answer.sql'])
    expect((await client.query('select answer()')).rows).toEqual([{ answer: 42 }])
  })

  test('change nothing where they fail', async () => {
    const { owner, client } = await database()
    const url = await temporaryFile('create function answer() returns int language sql return 1; create nonsense;')
    const broken = [{ name: 'answer.sql', url }]
    await expect(migrateWith(owner, { routines: broken, olderProcesses: async () => [] })).rejects.toThrow(
      'syntax error',
    )
    expect((await client.query("select to_regproc('answer') as answer")).rows).toEqual([{ answer: null }])
  })
})

describe('a released migration', () => {
  test('is as it was released', () => {
    expect(editedMigrations()).toEqual([])
  })

  test('that was edited or taken away is named', async () => {
    const folder = join(await temporaryFolder(), '/')
    await cp(new URL('./foundations/database/migrations/', import.meta.url), folder, { recursive: true })
    await appendFile(join(folder, 'before/2026-11-20-foundation.sql'), '-- one more line')
    await rm(join(folder, 'before/2026-11-20-crm-pages.sql'))
    expect(editedMigrations(pathToFileURL(folder))).toEqual([
      '2026-11-20-foundation.sql was released with v0.1.0: put the edit into a new migration',
      '2026-11-20-crm-pages.sql was released with v0.1.0 and is gone',
    ])
  })
})

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

/** The columns of every table but those of the migrations, as the entities should tell them. */
async function columns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string; nullable: boolean; has: boolean }>(`
    select relname as table, attname as name, format_type(atttypid, null) as type, not attnotnull as nullable, atthasdef as has
    from pg_attribute join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema%' and attnum > 0 and not attisdropped`)
  return rows.map((row) => column(row.table, row.name, row.type, row.nullable, row.has)).toSorted()
}

/** What a database of a release is: the dump that pg_dump made of v0.1.0; of a later one its migrations, then rows. */
async function restore(client: pg.Client, release: string): Promise<void> {
  if (release === 'v0.1.0') {
    const dump = gunzipSync(await readFile(new URL('v0.1.0.sql.gz', releases))).toString()
    await client.query(`${dump} set search_path = public;`)
    return
  }
  const names = Object.values(released)
    .slice(0, Object.keys(released).indexOf(release) + 1)
    .flatMap(Object.keys)
  for (const name of names) await client.query(migrationSql(name))
  await client.query(differences[release] ?? '')
  await client.query(`create table schema_migrations (
    id serial primary key, name varchar(255) not null, executed_at timestamptz(6) not null default current_timestamp(6)
  )`)
  await client.query('insert into schema_migrations (name) select unnest($1::text[])', [names])
  await client.query(await readFile(new URL('rows.sql', releases), 'utf8'))
}

async function people(client: pg.Client): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query(`
    select a.*, e.degree_code, e.degree_date::text, j.employer, j.job_title, m.affinity_code, g.activity_code, g.description, c.fields, d.status
    from alumni a left join educations e using (buid) left join employments j using (buid) left join alumni_affinities m using (buid)
      left join engagements g using (buid) left join record_changes c using (buid) left join crm_data_changes d using (buid)
    order by a.buid`)
  return rows
}

async function found(client: pg.Client, email: string): Promise<string[]> {
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
