import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

export const migrationsFolder = new URL('./migrations/', import.meta.url)

/**
 * For each release the migrations that came with it, in the order in which they run, each with the SHA-256 of its SQL.
 */
type Released = Record<string, Record<string, string>>

/**
 * New databases begin with the baseline: the schema that a complete v0.14.0 left. A database in which the last migration
 * of that release has run is at the baseline too; an older one goes through that release first.
 */
export const requiredStop = {
  release: 'v0.14.0',
  lastMigration: '2026-11-26-list-letters-due',
  baseline: '2026-11-26-baseline',
}

/** Puts the baseline in the place of the migrations that it replaced, in `ran`: what a database has run, in order. */
export function sinceBaseline(ran: readonly string[]): string[] {
  const last = ran.indexOf(requiredStop.lastMigration)
  return last < 0 ? [...ran] : [requiredStop.baseline, ...ran.slice(last + 1)]
}

/** Whether a database that has run these migrations is older than the baseline. */
export function isBeforeBaseline(ran: readonly string[]): boolean {
  return ran.length > 0 && !sinceBaseline(ran).includes(requiredStop.baseline)
}

/**
 * Migrations with this prefix are the second half of an upgrade, such as dropping a column: they are in the folder
 * `after` and run once no process of an older release does. All others are additive, and in the folder `before`.
 */
const secondHalf = 'after/'

export function isSecondHalf(name: string): boolean {
  return name.startsWith(secondHalf)
}

/**
 * All migrations in the order in which they run: the released ones, then those of the release to come, first half
 * first.
 */
export function migrationNames(folder = migrationsFolder): string[] {
  return [...Object.values(releasedIn(folder)).flatMap(Object.keys), ...unreleasedMigrations(folder)]
}

/** The migrations of the release to come. */
export function unreleasedMigrations(folder = migrationsFolder): string[] {
  const released = Object.values(releasedIn(folder)).flatMap(Object.keys)
  return [...namesIn('before/', folder), ...namesIn(secondHalf, folder).map((name) => secondHalf + name)].filter(
    (name) => !released.includes(name),
  )
}

/** Records the migrations of the release to come as those of `release`, and names them. */
export function freezeMigrations(release: string, folder = migrationsFolder): string[] {
  const names = unreleasedMigrations(folder)
  if (names.length === 0) return []
  const released = releasedIn(folder)
  const digests = Object.fromEntries(names.map((name) => [name, digestOf(migrationFile(name, folder))]))
  const all: Released = { ...released, [release]: { ...released[release], ...digests } }
  writeFileSync(new URL('released.json', folder), `${JSON.stringify(all, null, 2)}\n`)
  return names
}

export function migrationSql(name: string, folder = migrationsFolder): string {
  return readFileSync(migrationFile(name, folder), 'utf8')
}

/** Released migrations that are no longer what they were: a database that has run one would never see the edit. */
export function editedMigrations(folder = migrationsFolder): string[] {
  return Object.entries(releasedIn(folder)).flatMap(([release, digests]) =>
    Object.entries(digests).flatMap(([name, digest]) => {
      const file = migrationFile(name, folder)
      if (!existsSync(file)) return [`${name}.sql was released with ${release} and is missing`]
      if (digestOf(file) === digest) return []
      return [`${name}.sql was released with ${release}: put the edit into a new migration`]
    }),
  )
}

export function migrationFile(name: string, folder = migrationsFolder): URL {
  return new URL(`${isSecondHalf(name) ? name : `before/${name}`}.sql`, folder)
}

function namesIn(half: string, folder: URL): string[] {
  const url = new URL(half, folder)
  const files = existsSync(url) ? readdirSync(url) : []
  return files.flatMap((file) => file.match(/^(.+)\.sql$/)?.[1] ?? []).toSorted()
}

function digestOf(file: URL): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function releasedIn(folder: URL): Released {
  return JSON.parse(readFileSync(new URL('released.json', folder), 'utf8')) as Released
}
