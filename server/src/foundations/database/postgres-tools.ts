import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A program of PostgreSQL, such as pg_dump, and its version. */
export type PostgresTool = { path: string; major: number; version: string }

/** No program fits; the message says which one to install. */
export class NoPostgresTool extends Error {}

/**
 * The oldest `name` that is not older than `major`, in PG_BIN, on the PATH or where Debian and Red Hat put the versions
 * beside each other. An older one refuses a newer server.
 */
export async function findPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  major: number,
  pgBin: string | undefined,
): Promise<PostgresTool> {
  const folders = pgBin
    ? [pgBin]
    : [
        ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
        ...(await foldersIn('/usr/lib/postgresql', (version) => join(version, 'bin'))),
        ...(await foldersIn('/usr', (folder) => (/^pgsql-\d+$/.test(folder) ? join(folder, 'bin') : ''))),
      ]
  const found: PostgresTool[] = []
  for (const folder of new Set(folders)) {
    const tool = await toolAt(join(folder, name))
    if (tool) found.push(tool)
  }
  const fitting = found.filter((tool) => tool.major >= major).toSorted((a, b) => a.major - b.major)[0]
  if (fitting) return fitting
  const versions = [...new Set(found.map(({ version }) => version))].join(', ')
  throw new NoPostgresTool(
    `${name} ${major} or newer is needed, and there is ${versions ? `only ${versions}` : 'none'}${pgBin ? ` in PG_BIN (${pgBin})` : ''}. Install it (Debian: apt install postgresql-client-${major}, from apt.postgresql.org where Debian's own is older), or name its folder in PG_BIN.`,
  )
}

async function foldersIn(parent: string, pathOf: (name: string) => string): Promise<string[]> {
  const names = await readdir(parent).catch(() => [])
  return names.map(pathOf).flatMap((path) => (path ? [join(parent, path)] : []))
}

/** Undefined: there is none, or it does not run; Debian's wrapper without any version behind it is such a one. */
async function toolAt(path: string): Promise<PostgresTool | undefined> {
  const printed = await run(path, ['--version'], { timeout: 10_000 }).catch(() => undefined)
  const [, version, major] = /\(PostgreSQL\) ((\d+)(?:\.\d+)?)/.exec(printed?.stdout ?? '') ?? []
  return version ? { path, version, major: Number(major) } : undefined
}

/** The environment and argument with which libpq connects to `url`: its password is no argument that `ps` shows. */
export function connectionOf(url: string): { argument: string; env: NodeJS.ProcessEnv } {
  const place = new URL(url)
  const PGPASSWORD = decodeURIComponent(place.password)
  place.password = ''
  return {
    argument: `--dbname=${place.href}`,
    env: { ...process.env, ...(PGPASSWORD && { PGPASSWORD }), PGTZ: 'UTC', PGAPPNAME: 'alumni backup' },
  }
}
