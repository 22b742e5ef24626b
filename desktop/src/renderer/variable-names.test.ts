import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('no page shows the name of a variable', async () => {
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter((name) => name.endsWith('.tsx'))
  expect(files.length).toBeGreaterThan(100)
  const matches = await Promise.all(
    files.map(async (name) => [
      name,
      (await readFile(join(import.meta.dirname, name), 'utf8')).match(/\b[A-Z]{2,}_[A-Z_]{2,}\b/)?.[0],
    ]),
  )
  expect(matches.filter(([, variable]) => variable)).toEqual([])
})
