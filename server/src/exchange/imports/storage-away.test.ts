import { expect, test } from 'vitest'
import { StorageAway } from '../../foundations/files/files.ts'
import { applyImport } from './apply/apply.ts'
import { scanImport } from './scan/scan.ts'
import { buildImportStory, csv } from './testing/import-story.ts'

const { ada, context, upload, status, commit, apply } = await buildImportStory()
const file = csv('BUID,Last Name', 'B00000001,Lovelace')

test('Ada is told to come again while the storage of files is away, and then uploads', async () => {
  const again = failing('write')
  const reply = await upload('contacts', file)
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('5')
  expect(reply.json()).toEqual({ error: 'File storage does not answer. Try again in a moment.' })
  again()
  expect((await upload('contacts', file)).statusCode).toBe(201)
})

test('her import waits for a storage that was away as often as it takes, and goes on', async () => {
  const { id } = (await ada.get('/settings/imports'))
    .json<Hub>()
    .types.find(({ type }) => type === 'contacts')!.last_batch
  const ref = { type: 'contacts', id } as const
  const again = failing('read')
  for (let attempt = 1; attempt <= 5; attempt++)
    await expect(scanImport(context, ref)).rejects.toBeInstanceOf(StorageAway)
  expect(await status('contacts', id)).toMatchObject({ status: 'scanning', error: null })
  again()
  await scanImport(context, ref)
  await commit('contacts', id)

  const thenAgain = failing('read')
  for (let attempt = 1; attempt <= 5; attempt++)
    await expect(applyImport(context, ref, new AbortController().signal)).rejects.toBeInstanceOf(StorageAway)
  expect(await status('contacts', id)).toMatchObject({ status: 'running', error: null })
  thenAgain()
  expect(await apply('contacts', id)).toMatchObject({ status: 'completed', error: null })
})

type Hub = { types: { type: string; last_batch: { id: number } }[] }

test('her import waits for room on the disk of PostgreSQL', async () => {
  const { id } = (await upload('contacts', file)).json<{ id: number }>()
  const noRoom = Object.assign(new Error('could not extend file'), { code: '53100' })
  const again = failing('read', noRoom)
  await expect(scanImport(context, { type: 'contacts', id })).rejects.toBe(noRoom)
  expect(await status('contacts', id)).toMatchObject({ status: 'scanning', error: null })
  again()
  await scanImport(context, { type: 'contacts', id })
  expect(await status('contacts', id)).toMatchObject({ status: 'review' })
})

/** Answers what makes it whole again. */
function failing(method: 'read' | 'write', error: Error = new StorageAway('SlowDown')): () => void {
  const { files } = context
  const whole = files[method]
  Object.assign(files, { [method]: () => Promise.reject(error) })
  return () => Object.assign(files, { [method]: whole })
}
