import { compareTags, releaseTag } from '@alumni/shared/operations/releases'
import {
  editedMigrations,
  migrationsFolder,
  releaseReached,
  unreleasedMigrations,
} from '../../foundations/database/migrations.ts'
import { parseReleases } from './parse-releases.ts'

/** Releases that no upgrade may skip, because a later one counts on what they do after their start. */
const requiredStops: readonly string[] = []

/** Why code with these `releases` (the text of RELEASES.md) may not be deployed as `tag`; empty when it may. */
export function tagProblems(tag: string, releases: string, folder = migrationsFolder): string[] {
  if (!releaseTag.test(tag)) return [`"${tag}" is no tag such as v1.2.3.`]
  const first = parseReleases(releases)[0]!
  if (first.tag !== tag) return [`The first entry of RELEASES.md is ${first.tag}, not ${tag}.`]
  return [
    ...unreleasedMigrations(folder).map(
      (name) => `The migration ${name} is not frozen yet: run "npm run release -- ${tag}" and commit.`,
    ),
    ...editedMigrations(folder).map((sentence) => `${sentence}.`),
  ]
}

/** The releases to go through first, where this database has run these migrations; a new one need go through none. */
export function stopProblems(
  tag: string,
  ran: ReadonlySet<string>,
  { stops = requiredStops, folder = migrationsFolder } = {},
): string[] {
  const reached = releaseReached(ran, folder)
  if (ran.size === 0) return []
  return stops
    .filter((stop) => compareTags(stop, tag) < 0 && (!reached || compareTags(reached, stop) < 0))
    .map((stop) => `The database is at ${reached ?? 'a release before the first'}: deploy ${stop} first, then ${tag}.`)
}
