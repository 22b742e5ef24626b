import { releaseTag } from '@alumni/shared/operations/releases'
import {
  findEditedMigrations,
  migrationsFolder,
  listUnreleasedMigrations,
} from '../../foundations/database/migrations.ts'
import { parseReleases } from './parse-releases.ts'

/** Lists the problems that block deploying release `tag`. `releases` is the content of RELEASES.md. */
export function findTagProblems(tag: string, releases: string, folder = migrationsFolder): string[] {
  if (!releaseTag.test(tag)) return [`"${tag}" is not a tag such as v1.2.3.`]
  const first = parseReleases(releases)[0]!
  if (first.tag !== tag) return [`The first entry of RELEASES.md is ${first.tag}, not ${tag}.`]
  return [
    ...listUnreleasedMigrations(folder).map(
      (name) => `The migration ${name} is not frozen yet: run "npm run release -- ${tag}" and commit.`,
    ),
    ...findEditedMigrations(folder).map((message) => `${message}.`),
  ]
}
