import { expect, test } from 'vitest'
import type { HistoryEntry } from '@alumni/shared/alumni/record'
import { describeChange, groupChanges } from './history.tsx'

const entry = (id: string, field: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: `${id} ${field}`,
  at: '2026-11-20T10:00:00.000Z',
  by: 'Ada Lindqvist',
  record: 'alumnus',
  action: 'changed',
  field,
  before: 'a',
  after: 'b',
  import_type: null,
  batch_id: null,
  ...more,
})

test('the fields of one change are grouped in the order of the page, without the BUID of a new record', () => {
  const changes = groupChanges([
    entry('8', 'city'),
    entry('8', 'first_name'),
    entry('7', 'degree_code', { record: 'education', action: 'created' }),
    entry('7', 'buid', { record: 'education', action: 'created' }),
  ])
  expect(
    changes.map((change) => [change.id, describeChange(change), ...change.entries.map(({ field }) => field)]),
  ).toEqual([
    ['8', '2 fields changed', 'first_name', 'city'],
    ['7', 'Education added', 'degree_code'],
  ])
})

test.each([
  [entry('1', 'city'), 'City changed'],
  [entry('1', 'employer', { record: 'employment', action: 'deleted' }), 'Employment deleted'],
  [entry('1', 'buid', { action: 'created' }), 'Record added'],
])('each change is described', (entry, title) => {
  expect(describeChange(groupChanges([entry])[0]!)).toBe(title)
})
