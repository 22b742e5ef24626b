import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareRelease } from './releases.ts'
import { findTagProblems } from '../server/src/operations/releases/deploy-problems.ts'
import { root } from './run-command.ts'

const migrations = 'server/src/foundations/database/migrations'
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alumni-release-'))
  await mkdir(join(folder, migrations, 'before'), { recursive: true })
  for (const [file, text] of Object.entries({
    'RELEASES.md': '# Releases\n\n## v0.1.0\n\nThe first.\n\n- Something.\n',
    'package.json': '{\n  "name": "x",\n  "version": "0.1.0"\n}\n',
    [`${migrations}/released.json`]: '{}\n',
    [`${migrations}/before/2026-12-01-things.sql`]: 'create table things ();\n',
  }))
    await writeFile(join(folder, file), text)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const problemsOf = async (tag: string) =>
  findTagProblems(tag, await readFile(join(folder, 'RELEASES.md'), 'utf8'), new URL(`file://${folder}/${migrations}/`))

test('a release can be deployed only after it is started, described and completed', async () => {
  expect(await problemsOf('v0.2.0')).toEqual(['The first entry of RELEASES.md is v0.1.0, not v0.2.0.'])
  expect(prepareRelease('v0.2.0', folder, ['Things are listed', 'A page for each'])).toEqual([
    'RELEASES.md has an entry for v0.2.0: write its summary and its changes, then run this again.',
  ])
  const begun = await readFile(join(folder, 'RELEASES.md'), 'utf8')
  expect(begun).toContain('- Things are listed\n- A page for each\n\n## v0.1.0')
  expect(() => prepareRelease('v0.2.0', folder, [])).toThrow('Write the summary of v0.2.0')

  await writeFile(join(folder, 'RELEASES.md'), begun.replace('What this release is about, in a sentence.', 'Things.'))
  expect(await problemsOf('v0.2.0')).toEqual([
    'The migration 2026-12-01-things is not frozen yet: run "npm run release -- v0.2.0" and commit.',
  ])
  expect(prepareRelease('v0.2.0', folder, [])).toEqual([
    'package.json has the version 0.2.0.',
    'The migration 2026-12-01-things is frozen.',
    'Keep the contracts of its app: CONTRACTS_OF=v0.2.0 npx vitest run server/testing/whole-server/staff-contracts.test.ts',
    'Commit, then: git tag v0.2.0',
  ])
  expect(await readFile(join(folder, 'package.json'), 'utf8')).toContain('"version": "0.2.0"')
  expect(await problemsOf('v0.2.0')).toEqual([])

  await writeFile(join(folder, migrations, 'before/2026-12-01-things.sql'), 'create table other ();')
  expect(await problemsOf('v0.2.0')).toEqual([
    '2026-12-01-things.sql was released with v0.2.0: put the edit into a new migration.',
  ])
})

test('an older tag, an invalid tag, and a tag that is not the first entry are refused', async () => {
  expect(() => prepareRelease('v0.0.9', folder, [])).toThrow('v0.0.9 is older than v0.1.0')
  expect(() => prepareRelease('0.2', folder, [])).toThrow('"0.2" is not a tag such as v1.2.3')
  expect(await problemsOf('release-2')).toEqual(['"release-2" is not a tag such as v1.2.3.'])
  expect(await problemsOf('v0.0.1')).toEqual(['The first entry of RELEASES.md is v0.1.0, not v0.0.1.'])
})

test('the project’s own RELEASES.md can be read', async () => {
  await cp(join(root, 'RELEASES.md'), join(folder, 'RELEASES.md'))
  expect(await problemsOf('v9.0.0')).toEqual([expect.stringMatching(/^The first entry of RELEASES\.md is v\d/)])
})
