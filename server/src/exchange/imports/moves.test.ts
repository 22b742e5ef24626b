import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  canMove,
  importMoves,
  importStatuses,
  type ImportMove,
  type ImportStatus,
} from '@alumni/shared/exchange/import-states'
import { importTypes, type ImportType } from '@alumni/shared/exchange/imports'
import { moveBatch } from './moves.ts'
import { claimBatch } from './run-batch.ts'
import { insertBatch, cancelActiveBatches, rowOf } from './testing/insert-batch.ts'
import { buildImportStory } from './testing/import-story.ts'

const story = await buildImportStory()
const { ada, db } = story
const moves = Object.keys(importMoves) as ImportMove[]

beforeEach(() => cancelActiveBatches(story))

test.each(importStatuses.flatMap((status) => moves.map((move) => ({ status, move }))))(
  'a batch in $status reacts to $move as the table says',
  async ({ status, move }) => {
    const batch = await insertBatch(story, 'contacts', status)
    const before = await rowOf(story, batch)
    const isMoved = await moveBatch(db, batch, move, { error: 'A sentence.' })
    const after = await rowOf(story, batch)
    expect(isMoved).toBe(canMove(status, move))
    if (isMoved) expect(after).toMatchObject({ status: importMoves[move].to, error: 'A sentence.' })
    else expect(after).toEqual(before)
  },
)

test('no move leaves a final status, and every status can reach one', () => {
  for (const end of ['completed', 'failed', 'cancelled', 'pending'] as const)
    expect(moves.filter((move) => canMove(end, move))).toEqual([])
  for (const status of ['scanning', 'review', 'running'] as const) expect(canMove(status, 'cancel')).toBe(true)
})

test.each(importTypes)(
  'a move of %s needs the type and the id, because ids are unique per table only',
  async (type) => {
    const batch = await insertBatch(story, type, 'review')
    const other: ImportType = type === 'educations' ? 'areas-of-study' : 'educations'
    expect(await moveBatch(db, { type: other, id: batch.id }, 'cancel')).toBe(false)
    expect(await rowOf(story, batch)).toMatchObject({ status: 'review', finished_at: null })
    expect(await moveBatch(db, batch, 'cancel')).toBe(true)
    expect((await rowOf(story, batch)).finished_at).not.toBeNull()
  },
)

test('a job that lost its batch to another one cannot move it', async () => {
  const batch = await insertBatch(story, 'employment', 'running')
  const first = await claimBatch(db, batch, 'running')
  const second = await claimBatch(db, batch, 'running')
  expect([first, second]).toEqual([
    { fence: 1, attempts: 1 },
    { fence: 2, attempts: 2 },
  ])
  expect(await moveBatch(db, batch, 'applied', {}, first!.fence)).toBe(false)
  expect(await moveBatch(db, batch, 'applied', {}, second!.fence)).toBe(true)
  expect(await claimBatch(db, batch, 'running')).toBeNull()
})

const actions = [
  { action: 'commit', move: 'commit', body: undefined, cannot: 'cannot be committed' },
  { action: 'cancel', move: 'cancel', body: undefined, cannot: 'cannot be canceled' },
  { action: 'columns', move: 'rescan', body: { columns: {} }, cannot: 'cannot be scanned again' },
] as const
const statusDescriptions: Record<ImportStatus, string> = {
  pending: 'waiting',
  scanning: 'being scanned',
  review: 'in review',
  running: 'being imported',
  completed: 'finished',
  failed: 'failed',
  cancelled: 'canceled',
}

test.each(importStatuses.flatMap((status) => actions.map((action) => ({ status, ...action }))))(
  'Ada asks to $action a batch in $status',
  async ({ status, action, move, body, cannot }) => {
    const batch = await insertBatch(story, 'educations', status)
    const before = await rowOf(story, batch)
    const url = `/settings/imports/educations/batches/${batch.id}`
    const reply = await ada.post(`${url}/${action}`, body)
    if (canMove(status, move)) {
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({ id: batch.id, status: importMoves[move].to })
    } else {
      expect(reply.statusCode).toBe(409)
      expect(reply.json()).toEqual({ error: `This import is ${statusDescriptions[status]}, so it ${cannot}.` })
      expect(await rowOf(story, batch)).toEqual(before)
    }
  },
)

test.each(importStatuses.flatMap((status) => (['commit', 'cancel'] as const).map((action) => ({ status, action }))))(
  'a browser form asks to $action a batch in $status',
  async ({ status, action }) => {
    const { id } = await insertBatch(story, 'contacts', status)
    const url = `/settings/imports/contacts/batches/${id}`
    const reply = await ada.submit(`${url}/${action}`, {})
    if (canMove(status, action)) expect([reply.statusCode, reply.headers.location]).toEqual([303, url])
    else {
      expect(reply.statusCode).toBe(409)
      expect(reply.headers['content-type']).toContain('text/html')
      expect(reply.body).toContain(`This import is ${statusDescriptions[status]}, so it cannot be`)
    }
  },
)

test('a refused action enqueues no job and writes no audit entry', async () => {
  const { id } = await insertBatch(story, 'contacts', 'completed')
  const count = async () =>
    (
      await sql<{
        count: string
      }>`select (select count(*) from job_outbox) + (select count(*) from audit_entries) as count`.execute(db)
    ).rows[0]!.count
  const before = await count()
  for (const action of ['commit', 'cancel', 'columns'])
    expect((await ada.post(`/settings/imports/contacts/batches/${id}/${action}`, { columns: {} })).statusCode).toBe(409)
  expect(await count()).toBe(before)
})
