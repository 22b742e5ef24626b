import { expect, test } from 'vitest'
import { scanImport } from '../scan/scan.ts'
import { insertBatch } from '../testing/insert-batch.ts'
import { buildImportStory, csv } from '../testing/import-story.ts'
import { waitForExit, spawnStoppedJob } from '../testing/stopped-job.ts'

const story = await buildImportStory()
const { context, upload, status } = story
const ref = (id: number) => ({ type: 'contacts', id }) as const

test('a scan continues although its worker is killed again and again, as long as it progresses', async () => {
  const lines = Array.from({ length: 4000 }, (_, n) => `B${String(n).padStart(8, '0')},Killed${n}`)
  const { id } = (await upload('contacts', csv('BUID,Last Name', ...lines))).json<{ id: number }>()
  for (const statements of [12, 15, 18, 21])
    expect(await waitForExit(spawnStoppedJob(story, 'scan', 'contacts', id, 'SIGKILL', statements))).toBe(1)
  await scanImport(context, ref(id))
  expect(await status('contacts', id)).toMatchObject({ section: 'Review', error: null, counts: { new: 4000 } })
  await story.commit('contacts', id)
  expect(await story.apply('contacts', id)).toMatchObject({
    section: 'Results',
    progress: { done: 4000, total: 4000 },
  })
})

test('a scan without progress fails with a message about the worker, not about the file', async () => {
  const { id } = await insertBatch(story, 'contacts', 'scanning')
  await story.db.updateTable('contact_import_batches').set({ attempts: 3 }).where('id', '=', id).execute()
  await scanImport(context, ref(id))
  expect(await status('contacts', id)).toMatchObject({
    section: 'Failed',
    error:
      'The worker stopped three times while reading the same lines of this file: it was ended, restarted or out of memory. Nothing was changed. Upload the file again; if this happens again, contact support.',
  })
})
