import { noCounts, type ImportHub, type ImportStatusReply, type ImportTypePage } from '@alumni/shared/exchange/imports'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { hubQuery, shareStatus, importStatusQuery, typeQuery } from './queries.ts'

const batch = (status: ImportStatusReply['status'], second: number, id = 14) =>
  ({ type: 'contacts', id, status, updated_at: `2026-11-27T10:00:0${second}.000Z` }) as ImportStatusReply
const scanning = batch('scanning', 1)
const hubKey = hubQuery.queryKey
const typeKey = typeQuery('contacts', 1).queryKey
const statusKey = importStatusQuery('contacts', '14').queryKey

function clientWith(active: ImportStatusReply) {
  const client = new QueryClient()
  const others = [{ type: 'educations' as const, last_batch: null }]
  client.setQueryData<ImportHub>(hubKey, { types: [{ type: 'contacts', last_batch: active }, ...others] })
  client.setQueryData(typeKey, {
    type: 'contacts',
    active,
    batches: [active, batch('completed', 0, 13)],
  } as ImportTypePage)
  const shownStatuses = () => [
    client.getQueryData(statusKey)?.status,
    client.getQueryData(hubKey)!.types[0]!.last_batch!.status,
    client.getQueryData(typeKey)!.active?.status,
    ...client.getQueryData(typeKey)!.batches.map(({ status }) => status),
  ]
  return { client, shown: shownStatuses }
}

test('all parts of a page show the latest state of a batch that one of them has read', () => {
  const { client, shown: shownStatuses } = clientWith(scanning)
  shareStatus(client, batch('review', 2))
  expect(shownStatuses()).toEqual(['review', 'review', 'review', 'review', 'completed'])
  shareStatus(client, { ...batch('completed', 3), results: noCounts })
  expect(shownStatuses()).toEqual(['completed', 'completed', undefined, 'completed', 'completed'])
})

test('an outdated reply does not replace a newer one', () => {
  const { client, shown: shownStatuses } = clientWith(scanning)
  shareStatus(client, batch('review', 2))
  expect(shareStatus(client, scanning)).toMatchObject({ status: 'review' })
  expect(shownStatuses()).toEqual(['review', 'review', 'review', 'review', 'completed'])
})

test('a list that is marked for reloading stays marked', async () => {
  const { client, shown: shownStatuses } = clientWith(scanning)
  await client.invalidateQueries({ queryKey: hubKey, refetchType: 'none' })
  shareStatus(client, batch('review', 2))
  expect(shownStatuses()).toEqual(['review', 'scanning', 'review', 'review', 'completed'])
  expect(client.getQueryState(hubKey)!.isInvalidated).toBe(true)
})
