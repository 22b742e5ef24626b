import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readContent } from '../taken-files.ts'
import { Outputs } from './outputs.ts'

const folder = mkdtempSync(join(tmpdir(), 'outputs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const partialFiles = new Set<string>()
let source: string
let count = 0
beforeEach(() => {
  mkdirSync(join(folder, String(++count)))
  source = join(folder, String(count), 'gala.csv')
})
const bytes = (text: string) => new TextEncoder().encode(text)
const files = () => readdirSync(join(source, '..')).toSorted()

test('finished files are saved beside the source without replacing existing files', async () => {
  for (const time of ['once', 'again']) {
    const outputs = new Outputs(source, partialFiles)
    await outputs.write('gala-engagements.csv', bytes('buid\n'))
    await outputs.write('gala-unmatched.csv', bytes('line\n'))
    await outputs.write('gala-engagements.csv', bytes(`${time}\n`))
    const partial = files().filter((name) => name.startsWith('.'))
    expect([...partialFiles].map((path) => basename(path)).toSorted()).toEqual(partial)
    expect(partial).toHaveLength(2)
    await outputs.finish()
  }
  expect(files()).toEqual([
    'gala-engagements-2.csv',
    'gala-engagements.csv',
    'gala-unmatched-2.csv',
    'gala-unmatched.csv',
  ])
  expect(readFileSync(source.replace('.csv', '-engagements.csv'), 'utf8')).toBe('buid\nonce\n')
  expect(partialFiles.size).toBe(0)
})

test('an unfinished file is removed', async () => {
  const outputs = new Outputs(source, partialFiles)
  await outputs.write('gala-engagements.csv', bytes('buid\n'))
  await outputs.discard()
  expect(files()).toEqual([])
  expect(partialFiles.size).toBe(0)
})

test('on a full disk nothing is saved, and no partial file remains', async (context) => {
  const small = join(folder, 'small')
  mkdirSync(small)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' })
  } catch {
    return context.skip('This computer lets nobody make a small disk.')
  }
  try {
    const outputs = new Outputs(join(small, 'gala.csv'), partialFiles)
    await outputs.write('a.csv', bytes('short'))
    await expect(outputs.write('b.csv', new Uint8Array(1_000_000))).rejects.toThrow(
      'The disk is full; nothing was saved.',
    )
    expect(readdirSync(small)).toEqual([])
    expect(partialFiles.size).toBe(0)
  } finally {
    execFileSync('umount', [small])
  }
})

test.each([
  ['has changed since it was opened', () => appendFileSync(source, 'x@example.org\n')],
  ['was moved or deleted', () => rmSync(source)],
])('a file that %s is refused while it is read', async (message, happen) => {
  writeFileSync(source, 'Email\n'.repeat(500_000))
  const { size, mtimeMs } = await stat(source)
  const read = async () => {
    let pieces = 0
    for await (const _ of readContent({ path: source, size, mtimeMs })) if (pieces++ === 0) happen()
  }
  await expect(read()).rejects.toThrow(message)
})
