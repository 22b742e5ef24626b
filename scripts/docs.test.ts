import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { drawRooms } from './rooms.ts'
import { root } from './run-command.ts'

test('docs/rooms.md is up to date with npm run rooms', () => {
  expect(readFileSync(join(root, 'docs/rooms.md'), 'utf8')).toBe(drawRooms())
})

test.each(['README.md', 'RELEASES.md', ...globSync('docs/**/*.md', { cwd: root })])(
  'the links of %s have existing targets',
  (page) => {
    const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)/g)].map(([, link]) => link!)
    const relative = links.filter((link) => !/^[a-z]+:/.test(link))
    expect(relative.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([])
  },
)

test.each(globSync('docs/decisions/!(README).md', { cwd: root }))(
  '%s has the form of a decision, is short, and is listed',
  (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const form = /^# (.+)\n\n\*\*Date\*\*: (\S+).*\*\*Question\*\*:.*\*\*Decision\*\*:.*\*\*Why\*\*:/s
    const [, title, date] = form.exec(text) ?? []
    const list = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
    expect(list).toContain(`- ${date} [${title}](${basename(page)})\n`)
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(400)
  },
)

test.each(globSync('docs/how/*.md', { cwd: root }))('%s is short', (page) => {
  expect(readFileSync(join(root, page), 'utf8').trim().split(/\s+/).length).toBeLessThanOrEqual(900)
})

test('docs/journeys.md names exactly the existing journeys', () => {
  const files = globSync('e2e/{journeys,desktop}/*.spec.ts', { cwd: root }).map((file) => basename(file, '.spec.ts'))
  const rows = readFileSync(join(root, 'docs/journeys.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const named = rows.flatMap((row) => [...row.split('|')[2]!.matchAll(/`([^`/]+)`/g)].map(([, name]) => name!))
  expect(new Set(named)).toEqual(new Set(files))
})
