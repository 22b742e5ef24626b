import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { officeChanges } from '@alumni/shared/operations/releases'
import { projectRoot } from '../../foundations/process/config.ts'
import { parseReleases } from './parse-releases.ts'

const v2 = `## v0.2.0

Two things
in one sentence.

**For staff**
- A \`list\`
  over two lines.
- A page.

**Running it**
- Faster.
`
const v1 = `## v0.1.0

The first.

- A change without a heading.
`

test('each tag has its summary, and its changes under their headings', () => {
  expect(parseReleases(`# Releases\n\n${v2}\n${v1}`)).toEqual([
    {
      tag: 'v0.2.0',
      summary: 'Two things in one sentence.',
      sections: [
        { title: 'For staff', changes: ['A `list` over two lines.', 'A page.'] },
        { title: 'Running it', changes: ['Faster.'] },
      ],
    },
    { tag: 'v0.1.0', summary: 'The first.', sections: [{ title: null, changes: ['A change without a heading.'] }] },
  ])
})

test.each([
  ['', 'begins with "# Releases"'],
  ['# Releases\n', 'has no entry'],
  ['# Releases\n\nSome words.\n', 'has nothing between its title and the first'],
  [`# Releases\n\n${v1}\n${v2}`, 'v0.2.0 is below v0.1.0, which is not newer'],
  [`# Releases\n\n${v1}\n${v1}`, 'v0.1.0 is below v0.1.0, which is not newer'],
  ['# Releases\n\n## 0.1\n\nThe first.\n', '"0.1" is not a tag such as v1.2.3'],
  ['# Releases\n\n## v0.1.0\n\n- Only a change.\n', 'v0.1.0 has no summary'],
  [`# Releases\n\n${v2}\nA stray line.\n`, '"A stray line." is neither'],
])('%j is refused: %s', (markdown, message) => {
  expect(() => parseReleases(markdown)).toThrow(message)
})

test('v0.10.0 is newer than v0.9.9', () => {
  const entry = (tag: string) => `## ${tag}\n\nA release.\n`
  expect(parseReleases(`# Releases\n\n${entry('v0.10.0')}\n${entry('v0.9.9')}`)).toHaveLength(2)
})

test('the project’s own file can be read completely', () => {
  const releases = parseReleases(readFileSync(join(projectRoot, 'RELEASES.md'), 'utf8'))
  expect(releases.at(-1)!.tag).toBe('v0.1.0')
  expect(releases.every(({ sections }) => sections.some(({ changes }) => changes.length > 0))).toBe(true)
})

test('the office’s changes contain nothing for operators in any release', () => {
  const releases = parseReleases(readFileSync(join(projectRoot, 'RELEASES.md'), 'utf8'))
  const lines = releases.flatMap((release) => officeChanges(release).map((change) => `${release.tag}: ${change}`))
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.filter((line) => /npm |migration|systemd|`\/|PostgreSQL/.test(line))).toEqual([])
})

test('changes under "For operators", and those that name a command, are not shown to the office', () => {
  const [release] = parseReleases(
    '# Releases\n\n## v0.1.0\n\nThe first.\n\n**Searching**\n- `José ’15` is found.\n- See `npm test`.\n\n**For operators**\n- A disk.\n',
  )
  expect(officeChanges(release!)).toEqual(['`José ’15` is found.'])
})
