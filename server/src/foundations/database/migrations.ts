import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

export const migrationsFolder = new URL('./migrations/', import.meta.url)

/** Each migration's SHA-256, by release and name, in the order in which the migrations run. */
type ReleasedMigrations = Record<string, Record<string, string>>

/** The oldest release that this one can upgrade from. New databases start with that release's schema, the baseline. */
export const requiredStop = {
  release: 'v0.14.0',
  lastMigration: '2026-11-26-list-letters-due',
  baseline: '2026-11-26-baseline',
}

/** Replaces, in a list of migrations that ran, those up to the required stop by the baseline that contains them. */
export function replaceBeforeBaseline(ran: readonly string[]): string[] {
  const last = ran.indexOf(requiredStop.lastMigration)
  return last < 0 ? [...ran] : [requiredStop.baseline, ...ran.slice(last + 1)]
}

/** Returns whether a database that ran these migrations is too old for this release to upgrade. */
export function isBeforeBaseline(ran: readonly string[]): boolean {
  return ran.length > 0 && !replaceBeforeBaseline(ran).includes(requiredStop.baseline)
}

const deferredPrefix = 'after/'

/** Returns whether a migration waits until no process of an older release runs. */
export function isDeferred(name: string): boolean {
  return name.startsWith(deferredPrefix)
}

/** Lists migrations in running order: released ones, then unreleased ones with the deferred ones last. */
export function listMigrations(folder = migrationsFolder): string[] {
  return [...Object.values(readReleasedMigrations(folder)).flatMap(Object.keys), ...listUnreleasedMigrations(folder)]
}

export function listUnreleasedMigrations(folder = migrationsFolder): string[] {
  const released = Object.values(readReleasedMigrations(folder)).flatMap(Object.keys)
  return [
    ...listNames('before/', folder),
    ...listNames(deferredPrefix, folder).map((name) => deferredPrefix + name),
  ].filter((name) => !released.includes(name))
}

/** Adds the unreleased migrations and their digests to released.json as part of `release`. Returns their names. */
export function freezeMigrations(release: string, folder = migrationsFolder): string[] {
  const names = listUnreleasedMigrations(folder)
  if (names.length === 0) return []
  const released = readReleasedMigrations(folder)
  const digests = Object.fromEntries(names.map((name) => [name, digestOf(migrationFile(name, folder))]))
  const all: ReleasedMigrations = { ...released, [release]: { ...released[release], ...digests } }
  writeFileSync(new URL('released.json', folder), `${JSON.stringify(all, null, 2)}\n`)
  return names
}

export function readMigration(name: string, folder = migrationsFolder): string {
  return readFileSync(migrationFile(name, folder), 'utf8')
}

/** Describes each released migration that was edited or deleted, because databases that ran it would miss the edit. */
export function findEditedMigrations(folder = migrationsFolder): string[] {
  return Object.entries(readReleasedMigrations(folder)).flatMap(([release, digests]) =>
    Object.entries(digests).flatMap(([name, digest]) => {
      const file = migrationFile(name, folder)
      if (!existsSync(file)) return [`${name}.sql was released with ${release} and is missing`]
      if (digestOf(file) === digest) return []
      return [`${name}.sql was released with ${release}: put the edit into a new migration`]
    }),
  )
}

export function migrationFile(name: string, folder = migrationsFolder): URL {
  return new URL(`${isDeferred(name) ? name : `before/${name}`}.sql`, folder)
}

function listNames(half: string, folder: URL): string[] {
  const url = new URL(half, folder)
  const files = existsSync(url) ? readdirSync(url) : []
  return files.flatMap((file) => file.match(/^(.+)\.sql$/)?.[1] ?? []).toSorted()
}

function digestOf(file: URL): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function readReleasedMigrations(folder: URL): ReleasedMigrations {
  return JSON.parse(readFileSync(new URL('released.json', folder), 'utf8')) as ReleasedMigrations
}
