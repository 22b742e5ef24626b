import pg from 'pg'
import { z } from 'zod'
import { countConnections } from '../../foundations/database/connections.ts'
import { embeddedFolder } from '../../foundations/database/database.ts'
import { isClusterRunning } from '../../foundations/database/embedded.ts'
import { findRoleProblem, checkConnection } from '../../foundations/database/prepare-database.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { UnusableDatabase } from '../../foundations/database/unusable-database.ts'
import { ownerSession } from '../../foundations/database/session.ts'
import { withClient } from '../../foundations/database/with-client.ts'
import { formatBytes, formatNumber } from '../health/format.ts'
import { findUnfinishedUpgrade } from '../releases/unfinished-upgrade.ts'
import { attention, bad, good, type Check } from './check.ts'

export const database: Check = {
  name: 'database',
  async run({ db, config, urls }) {
    if (!config.DATABASE_URL && !(await isClusterRunning(embeddedFolder(config))))
      return bad('The embedded PostgreSQL does not run.', 'npm start   or: npm run server')
    for (const url of urls ? new Set([urls.app, urls.owner]) : []) {
      const problem = await findLoginProblem(url)
      if (problem) return { state: 'bad', ...problem }
    }
    const started = performance.now()
    const row = z.object({ version: z.string(), size: z.number() })
    const [found] = await selectRaw(
      db,
      row,
    )`select current_setting('server_version') as version, pg_database_size(current_database()) as size`
    const { version, size } = found!
    return good('Answers.', {
      facts: [
        { name: 'PostgreSQL', value: version.split(' ')[0]! },
        { name: 'Size', value: formatBytes(size) },
        { name: 'Response time', value: `${Math.max(1, Math.round(performance.now() - started))} ms` },
      ],
    })
  },
  failure: {
    message: 'PostgreSQL does not answer as it should',
    remedy: 'Check whether it runs, and DATABASE_URL and MIGRATION_DATABASE_URL: psql "$DATABASE_URL" -c "select 1"',
  },
}

async function findLoginProblem(url: string): Promise<{ message: string; remedy: string } | null> {
  try {
    await checkConnection(url)
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error
    const plain = Object.assign(new URL(url), { password: '' }).href
    return {
      message: error.message,
      remedy: `Check whether it runs, and DATABASE_URL and MIGRATION_DATABASE_URL: psql "${plain}" -c "select 1"`,
    }
  }
  const problem = await findRoleProblem(url)
  if (!problem) return null
  const { message, statement, isMissing } = problem
  return { message, remedy: `${isMissing ? 'npm run migrate   or, as a superuser' : 'As a superuser'}: ${statement}` }
}

const minVersion = 15

export const version: Check = {
  name: 'version',
  needsDatabase: true,
  atStart: true,
  async run({ db }) {
    const row = z.object({ version: z.number(), encoding: z.string() })
    const [found] = await selectRaw(
      db,
      row,
    )`select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`
    const { version, encoding } = found!
    if (version < minVersion)
      return bad(`PostgreSQL ${version} is too old: ${minVersion} or newer is needed.`, {
        remedy: 'Upgrade it (pg_upgradecluster on Debian), or make a backup and restore it into a newer one.',
        request: `upgrade PostgreSQL to ${minVersion} or newer`,
      })
    if (encoding !== 'UTF8')
      return bad(`The database is encoded as ${encoding}: it cannot store every name.`, {
        remedy:
          'createdb --encoding=UTF8 --template=template0 NEW, then restore a backup into it: npm run restore -- ID --into URL',
        request: 'move it to a database in UTF8',
      })
    return good(`PostgreSQL ${version}, ${encoding}.`)
  },
  failure: { message: 'The version could not be asked for', remedy: 'psql "$DATABASE_URL" -c "select version()"' },
}

export const rights: Check = {
  name: 'rights',
  needsDatabase: true,
  atStart: true,
  async run({ db, urls }) {
    const row = z.object({ login: z.string(), may_create: z.boolean(), closed: z.string().nullable() })
    const [app] = await selectRaw(
      db,
      row,
    )`select session_user::text as login, has_schema_privilege('public', 'create') as may_create,
        min(relname) filter (where not has_table_privilege(oid, 'select')
          or relname not like 'schema\_%' and not has_table_privilege(oid, 'insert')) as closed
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
    const { login, may_create, closed } = app!
    if (closed)
      return bad(
        `The role alumni_app may not read and write ${closed}.`,
        'npm run migrate   (as the schema’s owner: it grants what is missing)',
      )
    if (may_create)
      return attention(
        'The role alumni_app may change the schema.',
        'npm run migrate   (it revokes that), or as a superuser: revoke create on schema public from public, alumni_app',
      )
    const problem = urls && (await findOwnerProblem(urls.owner))
    if (problem) return { state: 'bad', ...problem }
    const isShared = urls && urls.app === urls.owner
    return good(
      isShared
        ? `${login} owns the schema; the service gives up those rights.`
        : `${login} reads and writes rows, and no more.`,
    )
  },
  failure: { message: 'The rights could not be checked', remedy: 'npm run migrate' },
}

async function findOwnerProblem(url: string): Promise<{ message: string; remedy: string } | null> {
  return withClient({ connectionString: url, options: ownerSession, query_timeout: 4000 }, async (client) => {
    const { rows } = await client.query<{ login: string; foreign_table: string | null; may_create: boolean }>(
      `select current_user::text as login, has_schema_privilege('public', 'create') as may_create,
        min(relname) filter (where not pg_has_role(relowner, 'usage')) as foreign_table
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    const { login, foreign_table, may_create } = rows[0]!
    if (!may_create)
      return {
        message: `${login}, who migrates, may make no tables in the schema public.`,
        remedy: `As a superuser: alter schema public owner to ${pg.escapeIdentifier(login)}`,
      }
    if (foreign_table)
      return {
        message: `${foreign_table} does not belong to ${login}, who migrates: the next release could not change it.`,
        remedy: `As a superuser: alter table ${pg.escapeIdentifier(foreign_table)} owner to ${pg.escapeIdentifier(login)}`,
      }
    return null
  })
}

/** Connections to leave free for a migration, a backup and an administrator. */
const spareConnections = 6

export const connections: Check = {
  name: 'connections',
  needsDatabase: true,
  atStart: true,
  async run({ db, config, processes }) {
    const row = z.object({ used: z.number(), max: z.number(), free_to_us: z.number() })
    const [found] = await selectRaw(db, row)`select (select sum(numbackends)::int from pg_stat_database) as used, max,
        max - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int as free_to_us
      from (select current_setting('max_connections')::int as max) settings`
    const { used, max, free_to_us } = found!
    const running = (await processes()).processes
    const needed = running.reduce((sum, { program }) => sum + countConnections(program, config), spareConnections)
    const facts = [{ name: 'Connections', value: `${formatNumber(used)} of ${formatNumber(max)}` }]
    if (needed > free_to_us)
      return attention(
        `${running.length} processes have up to ${formatNumber(needed)} connections together, and PostgreSQL lets in ${formatNumber(free_to_us)}.`,
        {
          remedy: `alter system set max_connections = ${needed + max - free_to_us}   and restart PostgreSQL; or lower DATABASE_POOL, or stop processes`,
          request: 'allow more, or run fewer processes',
          facts,
        },
      )
    if (used > max * 0.8)
      return attention('Nearly all connections are in use.', {
        remedy:
          'select application_name, count(*) from pg_stat_activity group by 1   says whose; raise max_connections, or stop what is not needed',
        request: 'allow more, or run fewer processes',
        facts,
      })
    return good(`Up to ${formatNumber(needed)} are needed, ${formatNumber(free_to_us)} are let in.`, { facts })
  },
  failure: {
    message: 'The connections could not be counted',
    remedy: 'psql "$DATABASE_URL" -c "select * from pg_stat_activity"',
  },
}

export const upgrade: Check = {
  name: 'upgrade',
  needsDatabase: true,
  async run({ db }) {
    const unfinished = await findUnfinishedUpgrade(db)
    if (!unfinished) return good('The schema is that of this release.')
    return { state: 'attention', ...unfinished }
  },
  failure: { message: 'The schema could not be checked', remedy: 'npm run migrate' },
}
