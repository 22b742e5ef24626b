import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const migrationsFolder = new URL('./migrations/', import.meta.url)

/** For each release the migrations that came with it, in the order in which they run, each with the SHA-256 of its SQL. */
type Released = Record<string, Record<string, string>>

/** All migrations in the order in which they run: the released ones, then those of the release to come by their names. */
export function migrationNames(): string[] {
  const released = Object.values(releasedIn(migrationsFolder)).flatMap(Object.keys)
  const files = readdirSync(migrationsFolder).flatMap((file) => file.match(/^(.+)\.sql$/)?.[1] ?? [])
  return [...released, ...files.filter((name) => !released.includes(name)).toSorted()]
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
      if (createHash('sha256').update(readFileSync(file)).digest('hex') === digest) return []
      return [`${name}.sql was released with ${release}: put the edit into a new migration`]
    }),
  )
}

function releasedIn(folder: URL): Released {
  return JSON.parse(readFileSync(new URL('released.json', folder), 'utf8')) as Released
}
