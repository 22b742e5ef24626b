import { afterAll, expect, test } from 'vitest'
import type { ImportBatchPage } from '@alumni/shared/exchange/imports'
import { cancelActiveBatches } from '../testing/insert-batch.ts'
import { buildImportStory, csv } from '../testing/import-story.ts'
import { recordsOf } from '../testing/records.ts'

const story = await buildImportStory()
const { importFile, scanFile, confirmBatch, page } = story
const header = 'BUID,First Name,Last Name,City,Work Email,Deceased'
const person = (index: number, rest: string) => `B0001${String(index).padStart(4, '0')},Person,${index},${rest}`
const numbers = Array.from({ length: 130 }, (_, index) => index)
await importFile('contacts', csv(header, ...numbers.map((index) => person(index, `Durham,p${index}@example.org,no`))))
const batch = await scanFile(
  'contacts',
  csv(
    header,
    ...numbers.map((index) =>
      person(
        index,
        `${index === 129 ? '' : index % 2 ? 'Cary' : 'Durham'},${index % 3 ? `p${index}@example.org` : ''},${index % 10 ? 'no' : 'yes'}`,
      ),
    ),
    person(500, 'Raleigh,,'),
    'B2,Nobody,,,,',
  ),
)
const lines = ({ rows }: ImportBatchPage) => rows!.map(({ line }) => line)
const linesOf = (isSelected: (index: number) => boolean) => numbers.filter(isSelected).map((index) => index + 2)
const read = (query: string) => page('contacts', batch.id, query)

afterAll(() => cancelActiveBatches(story))

test('a review counts how often each field is set, changed and cleared, and each number filters exactly those rows', async () => {
  expect(batch.field_counts).toEqual([
    { field: 'city', kind: 'changed', count: 64 },
    { field: 'city', kind: 'cleared', count: 1 },
    { field: 'work_email', kind: 'cleared', count: 44 },
    { field: 'deceased', kind: 'set', count: 13 },
  ])
  for (const { field, kind, count } of batch.field_counts!) {
    const { matching, rows, outcome } = await read(`?field=${field}&kind=${kind}`)
    expect([matching, outcome, rows!.length]).toEqual([count, 'changed', Math.min(50, count)])
    expect(rows!.every(({ changes }) => changes.some((change) => change.field === field))).toBe(true)
  }
  expect(lines(await read('?field=deceased&kind=set'))).toEqual(linesOf((index) => index % 10 === 0))
  expect(lines(await read('?field=city&kind=cleared'))).toEqual([131])
})

test('rows are filtered by one or several fields, by kind, by page and by words', async () => {
  expect(await read('?field=city')).toMatchObject({ matching: 65, pages: 2 })
  const either = linesOf((index) => index % 10 === 0 || index % 3 === 0)
  expect(lines(await read('?field=deceased,work_email'))).toEqual(either.slice(0, 50))
  expect(lines(await read('?field=deceased,work_email&page=2'))).toEqual(either.slice(50))
  expect(await read('?field=deceased,work_email&page=9')).toEqual(await read('?field=deceased,work_email&page=2'))
  expect((await read('?kind=cleared')).matching).toBe(44)
  expect(lines(await read('?field=work_email&kind=cleared&q=person 12'))).toEqual(
    linesOf((index) => index % 3 === 0 && String(index).startsWith('12')),
  )
  for (const nothing of ['field=city&kind=set', 'field=street', 'field=constructor'])
    expect(await read(`?${nothing}`)).toMatchObject({ matching: 0, rows: [], page: 1, pages: 1 })
  expect((await read('?field=../x&kind=nonsense')).matching).toBe(132)
})

test('a review opens on changed rows, and shows all rows on request or without a filter', async () => {
  expect(await read('?outcome=opening')).toMatchObject({ outcome: 'changed', matching: batch.counts!.changed })
  expect(await read('?outcome=all')).toMatchObject({ outcome: null, matching: 132 })
  expect(await read('')).toMatchObject({ outcome: null, matching: 132 })
})

test('after the import the numbers are those of the result, even if someone else was faster', async () => {
  await recordsOf(story).change('alumni', { buid: 'B00010000' }, { deceased: true })
  const finished = await confirmBatch(batch)
  expect(finished.field_counts).toContainEqual({ field: 'deceased', kind: 'set', count: 12 })
  expect(lines(await read('?field=deceased&kind=set'))).toEqual(linesOf((index) => index % 10 === 0 && index > 0))
  expect(await read('?outcome=opening')).toMatchObject({ outcome: null, matching: 132 })
})

test('the review of a file without changes opens on new rows, otherwise on all', async () => {
  const isNew = await scanFile('contacts', csv(header, person(600, 'Raleigh,,'), 'B2,Nobody,,,,'))
  expect(await page('contacts', isNew.id, '?outcome=opening')).toMatchObject({ outcome: 'new', matching: 1 })
  await story.cancel('contacts', isNew.id)
  const isBad = await scanFile('contacts', csv(header, 'B2,Nobody,,,,'))
  expect(await page('contacts', isBad.id, '?outcome=opening')).toMatchObject({ outcome: null, matching: 1 })
})
