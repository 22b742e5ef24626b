import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type PostgresTool = { path: string; major: number; version: string }

/** A required PostgreSQL program is missing. The message names the package to install. */
export class NoPostgresTool extends Error {}

/** Finds the oldest version from `major` on, because older ones refuse a newer server. Throws `NoPostgresTool`. */
export async function findPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  major: number,
  pgBin: string | undefined,
): Promise<PostgresTool> {
  const folders = pgBin
    ? [pgBin]
    : [
        ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
        ...(await listFolders('/usr/lib/postgresql', (version) => join(version, 'bin'))),
        ...(await listFolders('/usr', (folder) => (/^pgsql-\d+$/.test(folder) ? join(folder, 'bin') : ''))),
      ]
  const found: PostgresTool[] = []
  for (const folder of new Set(folders)) {
    const tool = await readTool(join(folder, name))
    if (tool) found.push(tool)
  }
  const fitting = found.filter((tool) => tool.major >= major).toSorted((a, b) => a.major - b.major)[0]
  if (fitting) return fitting
  const versions = [...new Set(found.map(({ version }) => version))].join(', ')
  throw new NoPostgresTool(
    `${name} ${major} or newer is needed, and there is ${versions ? `only ${versions}` : 'none'}${pgBin ? ` in PG_BIN (${pgBin})` : ''}. Install it (Debian: apt install postgresql-client-${major}, from apt.postgresql.org where Debian's own is older), or name its folder in PG_BIN.`,
  )
}

async function listFolders(parent: string, pathOf: (name: string) => string): Promise<string[]> {
  const names = await readdir(parent).catch(() => [])
  return names.map(pathOf).flatMap((path) => (path ? [join(parent, path)] : []))
}

async function readTool(path: string): Promise<PostgresTool | undefined> {
  const printed = await run(path, ['--version'], { timeout: 10_000 }).catch(() => undefined)
  const [, version, major] = /\(PostgreSQL\) ((\d+)(?:\.\d+)?)/.exec(printed?.stdout ?? '') ?? []
  return version ? { path, version, major: Number(major) } : undefined
}

/** Passes the password in the environment, because arguments are visible in `ps`. */
export function toLibpqConnection(url: string): { argument: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url)
  const PGPASSWORD = decodeURIComponent(address.password)
  address.password = ''
  return {
    argument: `--dbname=${address.href}`,
    env: { ...process.env, ...(PGPASSWORD && { PGPASSWORD }), PGTZ: 'UTC', PGAPPNAME: 'alumni backup' },
  }
}
