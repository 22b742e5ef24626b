import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { StorageUnavailableError, StorageFull } from '../../foundations/files/files.ts'
import { applyImport } from './apply/apply.ts'
import { scanImport } from './scan/scan.ts'
import { buildImportStory, csv } from './testing/import-story.ts'

const { ada, context, db, upload, scanFile, status, commit, apply, cancel } = await buildImportStory()
const file = csv('BUID,Last Name', 'B00000001,Lovelace')

test('Ada is asked to try again while the file storage is unavailable, and then uploads', async () => {
  const again = failStorage('write')
  const reply = await upload('contacts', file)
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('5')
  expect(reply.json()).toEqual({ error: 'File storage does not answer. Try again in a moment.' })
  again()
  expect((await upload('contacts', file)).statusCode).toBe(201)
})

test('her import waits for an unavailable storage as long as necessary, and continues', async () => {
  const { id } = (await ada.get('/settings/imports'))
    .json<Hub>()
    .types.find(({ type }) => type === 'contacts')!.last_batch
  const ref = { type: 'contacts', id } as const
  const again = failStorage('read')
  for (let attempt = 1; attempt <= 5; attempt++)
    await expect(scanImport(context, ref)).rejects.toBeInstanceOf(StorageUnavailableError)
  expect(await status('contacts', id)).toMatchObject({ status: 'scanning', error: null })
  again()
  await scanImport(context, ref)
  await commit('contacts', id)

  const thenAgain = failStorage('read')
  for (let attempt = 1; attempt <= 5; attempt++)
    await expect(applyImport(context, ref, new AbortController().signal)).rejects.toBeInstanceOf(
      StorageUnavailableError,
    )
  expect(await status('contacts', id)).toMatchObject({ status: 'running', error: null })
  thenAgain()
  expect(await apply('contacts', id)).toMatchObject({ status: 'completed', error: null })
})

type Hub = { types: { type: string; last_batch: { id: number } }[] }

const databaseFull = Object.assign(new Error('could not extend file'), { code: '53100' })
const denied = Object.assign(new Error('Access Denied'), { name: 'AccessDenied', $fault: 'client' })

test.each([
  ['its disk is full', new StorageFull(new Error('ENOSPC')), 'There is no room left to store files.'],
  ['the disk of PostgreSQL is full', databaseFull, 'The database has no room left on its disk.'],
  [
    'its disk is read-only',
    Object.assign(new Error('EROFS'), { code: 'EROFS' }),
    'File storage cannot be used (EROFS).',
  ],
  ['S3 denies access', denied, 'File storage refused a request (AccessDenied).'],
])('a scan fails at once with the reason if %s, and then Ada uploads again', async (_, error, reason) => {
  const { id } = (await upload('contacts', file)).json<{ id: number }>()
  const again = failStorage('write', error)
  await expect(scanImport(context, { type: 'contacts', id })).rejects.toBe(error)
  expect(await status('contacts', id)).toMatchObject({
    status: 'failed',
    error: `${reason} The scan was stopped, and nothing was changed. Upload the file again when this is fixed.`,
  })
  again()
  await scanImport(context, { type: 'contacts', id })
  expect(await status('contacts', id)).toMatchObject({ status: 'failed' })
  const next = await scanFile('contacts', file)
  expect(next).toMatchObject({ status: 'review', error: null })
  await cancel('contacts', next.id)
})

test('a committed import waits for disk space, says so, and continues', async () => {
  const { id } = await scanFile('contacts', csv('BUID,Last Name', 'B00000002,Hopper'))
  const ref = { type: 'contacts', id } as const
  await commit('contacts', id)
  for (const [error, reason] of [
    [new StorageFull(new Error('ENOSPC')), 'There is no room left to store files.'],
    [databaseFull, 'The database has no room left on its disk.'],
  ] as const) {
    const again = failStorage('read', error)
    await expect(applyImport(context, ref, new AbortController().signal)).rejects.toBe(error)
    expect(await status('contacts', id)).toMatchObject({
      status: 'running',
      error: `${reason} This continues by itself when there is room again.`,
    })
    again()
  }
  expect(await apply('contacts', id)).toMatchObject({ status: 'completed', error: null })
})

test('an import that waited for disk space too long fails with that reason', async () => {
  const { id } = await scanFile('contacts', csv('BUID,Last Name', 'B00000003,Novak'))
  await commit('contacts', id)
  const again = failStorage('read', databaseFull)
  await expect(applyImport(context, { type: 'contacts', id }, new AbortController().signal)).rejects.toBe(databaseFull)
  again()
  await sql`update contact_import_batches set updated_at = now() - interval '11 minutes' where id = ${id}`.execute(db)
  const { status: ended, error } = await status('contacts', id)
  expect(ended).toBe('failed')
  expect(error).toMatch(/^The database has no room left on its disk\. .* made no progress for 10 minutes/)
})

function failStorage(method: 'read' | 'write', error: Error = new StorageUnavailableError('SlowDown')): () => void {
  const { files } = context
  const whole = files[method]
  Object.assign(files, { [method]: () => Promise.reject(error) })
  return () => Object.assign(files, { [method]: whole })
}
