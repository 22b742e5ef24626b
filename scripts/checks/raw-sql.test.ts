import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { unprovenRows } from './raw-sql.ts'

const executed = 'const { rows } = await sql<Row>`select ${sql<number>`1`}`.execute(db)'
const inTwoSteps = 'const query = sql<Row>`select 1`\nreturn (await query.execute(db)).rows'

test('rows with an unproven type are found, unlike those of Kysely and selectRaw', async () => {
  const root = await mkdtemp(join(tmpdir(), 'alumni-raw-sql-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const folder = join(root, 'server/src/alumni')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'broken.ts'), `import { sql } from 'kysely'\n\n${executed}\n${inTwoSteps}\n`)
  await writeFile(join(folder, 'alumni.test.ts'), executed)
  await writeFile(
    join(folder, 'sound.ts'),
    'await sql`delete from t`.execute(db)\nconst words = sql<string>`lower(name)`\nawait selectRaw(db, row)`select 1`\n',
  )
  expect(unprovenRows(root)).toEqual(
    [3, 5].map((line) =>
      expect.stringMatching(`^server/src/alumni/broken.ts:${line} The type of these rows is not validated`),
    ),
  )
})

test('the product has no rows with an unproven type', () => {
  expect(unprovenRows(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([])
})
