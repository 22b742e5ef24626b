import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const migrationsFolder = new URL('./migrations/', import.meta.url)

/**
 * For each release the migrations that came with it, in the order in which they run, each with the SHA-256 of its SQL.
 */
type Released = Record<string, Record<string, string>>

/**
 * All migrations in the order in which they run: the released ones, then those of the release to come by their names.
 */
export function migrationNames(): string[] {
  return [...Object.values(releasedIn(migrationsFolder)).flatMap(Object.keys), ...unreleasedMigrations()]
}

/** The migrations of the release to come. */
export function unreleasedMigrations(folder = migrationsFolder): string[] {
  const released = Object.values(releasedIn(folder)).flatMap(Object.keys)
  const files = readdirSync(folder).flatMap((file) => file.match(/^(.+)\.sql$/)?.[1] ?? [])
  return files.filter((name) => !released.includes(name)).toSorted()
}

/** Records the migrations of the release to come as those of `release`, and names them. */
export function freezeMigrations(release: string, folder = migrationsFolder): string[] {
  const names = unreleasedMigrations(folder)
  if (names.length === 0) return []
  const released = releasedIn(folder)
  const digests = Object.fromEntries(names.map((name) => [name, digestOf(new URL(`${name}.sql`, folder))]))
  const all: Released = { ...released, [release]: { ...released[release], ...digests } }
  writeFileSync(new URL('released.json', folder), `${JSON.stringify(all, null, 2)}\n`)
  return names
}

export function migrationSql(name: string): string {
  return readFileSync(new URL(`${name}.sql`, migrationsFolder), 'utf8')
}

/** Released migrations that are no longer what they were: a database that has run one would never see the edit. */
export function editedMigrations(folder = migrationsFolder): string[] {
  return Object.entries(releasedIn(folder)).flatMap(([release, digests]) =>
    Object.entries(digests).flatMap(([name, digest]) => {
      const file = new URL(`${name}.sql`, folder)
      if (!existsSync(file)) return [`${name}.sql was released with ${release} and is gone`]
      if (digestOf(file) === digest) return []
      return [`${name}.sql was released with ${release}: put the edit into a new migration`]
    }),
  )
}

function digestOf(file: URL): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function releasedIn(folder: URL): Released {
  return JSON.parse(readFileSync(new URL('released.json', folder), 'utf8')) as Released
}
