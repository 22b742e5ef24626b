import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { buildBackupStory, noPostgresTools } from '../../../testing/backup-story.ts'

const { db, context, backUp, restore, target, as } = await buildBackupStory()

test.skipIf(noPostgresTools)('a backup is restored, and every table is as it was', async () => {
  await createSignup(db)
  await as('admin')
  await context.files.write('imports/a.csv', Readable.from(['buid\nB1\n']))
  const made = await backUp()
  expect(await readdir(join(target, 'sets', made.id))).toEqual(['database', 'files', 'manifest'])
  const restored = await restore(made.id)
  expect(await restored.db.selectFrom('champion_signups').select('first_name').execute()).toEqual([
    { first_name: 'María José' },
  ])
  expect(await text(await restored.files.read('imports/a.csv'))).toBe('buid\nB1\n')
  expect(await restored.db.selectFrom('staff_sessions').selectAll().execute()).toEqual([])
})
