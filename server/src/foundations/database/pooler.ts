import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connectionShare, type LimitConfig, type Program } from './connections.ts'
import { NoDatabase, NotYet } from './no-database.ts'
import { sessionSettings } from './session.ts'
import { withClient } from './with-client.ts'

/** The program that uses a login, whose requests have the limits of `config`. */
export type OwnLogin = { program: Program; config: LimitConfig }

/** Throws while connections of the pooler began otherwise than the login now does. */
export async function proveLoginSettings(app: string, pooled: string): Promise<void> {
  const wanted = await readSettings(app)
  const found = await readSettings(pooled)
  const other = Object.keys(wanted).find((name) => wanted[name] !== found[name])
  if (other)
    throw new NotYet(
      `The pooler at ${placeOf(pooled)} has connections that began otherwise (${other} is ${found[other]} and must be ${wanted[other]}): type RECONNECT in its console, or restart it.`,
    )
}

/**
 * Throws while sessions of the pooler begin otherwise than they must, or notices are not heard where `app` leads; answers
 * whether statements may have names there.
 */
export async function provePooler(app: string, pooled: string): Promise<{ takesNames: boolean }> {
  await proveLoginSettings(app, pooled)
  const { role } = await readSettings(pooled)
  if (role !== sessionSettings({ statementTimeoutMs: 0 }).role)
    throw new NoDatabase(
      `Sessions of the login ${new URL(pooled).username} begin as the role ${role}: a server or worker that starts with it writes down how they must.`,
    )
  await proveNotices(app)
  return { takesNames: await takesNamedStatements(pooled) }
}

async function proveNotices(app: string): Promise<void> {
  const channel = `alumni_probe_${randomBytes(6).toString('hex')}`
  const isHeard = await ask({ connectionString: app }, async (listener) => {
    const heard = new Promise<boolean>((resolve) => listener.once('notification', () => resolve(true)))
    await listener.query(`listen ${channel}`)
    await ask({ connectionString: app }, (teller) => teller.query(`notify ${channel}`))
    return Promise.race([heard, pause(2000, false, { ref: false })])
  })
  if (!isHeard)
    throw new NoDatabase(
      `At ${placeOf(app)} nothing is heard of notices: that is a pooler too. DIRECT_DATABASE_URL must name PostgreSQL itself.`,
    )
}

function settingsOf(program: Program, config: LimitConfig): Record<string, string> {
  return sessionSettings(
    connectionShare(program, { ...config, DATABASE_POOL: undefined, DATABASE_POOLER: 'transaction' }),
  )
}

/**
 * A pooler that hands out connections by the transaction passes no options on, so the login itself begins every session
 * as `program` needs it; each needs one of its own. Any login may write that for itself. Migrations must have run: the
 * role that it begins as is theirs.
 */
export async function writeLoginSettings(url: string, { program, config }: OwnLogin): Promise<void> {
  const settings = settingsOf(program, config)
  const others = settingsOf(program === 'server' ? 'worker' : 'server', config)
  // As itself: the role that it begins as may not alter it.
  await ask({ connectionString: url, options: '-c role=none' }, async (client) => {
    await client.query("begin; select pg_advisory_xact_lock(hashtext('alumni login settings'))")
    const written = await writtenSettings(client)
    if (isLike(written, settings)) return
    const [login, database] = [client.user!, client.database!].map(pg.escapeIdentifier) as [string, string]
    if (isLike(written, others))
      throw new NoDatabase(
        `The login ${login} is that of ${program === 'server' ? 'workers' : 'servers'}: behind a pooler servers and workers each need their own. If it was meant to change, type: alter role ${login} in database ${database} reset all`,
      )
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter role ${login} in database ${database} set ${name} = ${pg.escapeLiteral(value)}`)
    await client.query('commit')
  })
}

async function writtenSettings(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select lower(split_part(setting, '=', 1)) as name, substr(setting, strpos(setting, '=') + 1) as value
     from pg_db_role_setting, unnest(setconfig) setting
     where setrole = session_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

function isLike(written: Record<string, string>, settings: Record<string, string>): boolean {
  return Object.entries(settings).every(([name, value]) => written[name] === value)
}

/** How a connection begins that asks for nothing. */
async function readSettings(connectionString: string): Promise<Record<string, string>> {
  return ask({ connectionString }, async (client) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      'select name, current_setting(name) as value from unnest($1::text[]) name',
      [Object.keys(sessionSettings({ statementTimeoutMs: 0 }))],
    )
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  })
}

/**
 * Whether two callers of a pooler may each prepare a statement of one name on the same connection: PgBouncer does that
 * from 1.21 on. Not, when that cannot be seen.
 */
export async function takesNamedStatements(pooled: string): Promise<boolean> {
  const name = `alumni probe ${randomBytes(6).toString('hex')}`
  return ask({ connectionString: pooled }, (first) =>
    ask({ connectionString: pooled }, async (second) => {
      for (const before = new Set<string>(); before.size < 20;) {
        const own = `${name} ${before.size}`
        const one = await prepareOn(first, own)
        before.add(own)
        if ((await prepareOn(second, own)) === one) return true
      }
      return false
    }),
  ).catch(() => false)
}

/** The process of PostgreSQL on which the statement was prepared. */
async function prepareOn(client: pg.Client, name: string): Promise<number> {
  const { rows } = await client.query<{ pid: number }>({ name, text: 'select pg_backend_pid() as pid' })
  return rows[0]!.pid
}

function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || 5432}`
}

function ask<Result>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withClient({ connectionTimeoutMillis: 10_000, query_timeout: 10_000, ...config }, work)
}
