import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareTags, releaseTag, type Release } from '@alumni/shared/operations/releases'
import { freezeMigrations } from '../server/src/foundations/database/migrations.ts'
import { parseReleases } from '../server/src/operations/releases/parse-releases.ts'

/**
 * Prepares a release in the folder `root` and returns what was done and what remains. Creates a missing entry with
 * `changes` as its list; for an existing entry, sets the version in package.json and freezes migrations.
 */
export function prepareRelease(tag: string, root: string, changes: string[], folder = migrationsOf(root)): string[] {
  if (!releaseTag.test(tag)) throw new Error(`"${tag}" is not a tag such as v1.2.3`)
  const file = join(root, 'RELEASES.md')
  const text = readFileSync(file, 'utf8')
  const first = firstEntry(text)
  if (compareTags(tag, first.tag) < 0)
    throw new Error(`${tag} is older than ${first.tag}, the first entry of RELEASES.md`)
  if (first.tag !== tag) {
    const list = changes.map((change) => `- ${change}`).join('\n')
    writeFileSync(file, text.replace('\n## ', `\n## ${tag}\n\n${toWrite}\n\n${list}\n\n## `))
    return [`RELEASES.md has an entry for ${tag}: write its summary and its changes, then run this again.`]
  }
  if (first.summary === toWrite) throw new Error(`Write the summary of ${tag} in RELEASES.md first`)
  writeVersion(join(root, 'package.json'), tag)
  const frozen = freezeMigrations(tag, folder)
  return [
    `package.json has the version ${tag.slice(1)}.`,
    ...frozen.map((name) => `The migration ${name} is frozen.`),
    `Keep the contracts of its app: CONTRACTS_OF=${tag} npx vitest run server/testing/whole-server/staff-contracts.test.ts`,
    `Commit, then: git tag ${tag}`,
  ]
}

export function releaseNotes(version: string, releases: string): string {
  const entry = releases.split(/^## /m).find((text) => text.startsWith(`v${version}\n`))
  if (!entry) throw new Error(`RELEASES.md has no entry for v${version}.`)
  return entry.slice(entry.indexOf('\n')).trim()
}

const toWrite = 'What this release is about, in a sentence.'

function firstEntry(text: string): Release {
  return parseReleases(text)[0]!
}

function writeVersion(file: string, tag: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/"version": "[^"]*"/, `"version": "${tag.slice(1)}"`))
}

function migrationsOf(root: string): URL {
  return new URL(`file://${root}/server/src/foundations/database/migrations/`)
}
