import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const letters = [...'abcdefg']
const pageOf = (page: number, list = letters) =>
  readPage(page, { matching: list.length, read: ({ limit, offset }) => list.slice(offset, offset + limit) }, 3)

test.each([
  [1, 'abc', 1],
  [2, 'def', 2],
  [3, 'g', 3],
  [4, 'g', 3],
  [1_000_000, 'g', 3],
])('page %i has the rows %s, and a page after the last one has the last one’s', async (page, rows, shownPage) => {
  expect(await pageOf(page)).toEqual({ rows: [...rows], page: shownPage, pages: 3, matching: 7 })
})

test('a full last page is the last one, and an empty list has one page without a query', async () => {
  expect(await pageOf(9, [...'abcdef'])).toMatchObject({ rows: [...'def'], page: 2, pages: 2 })
  const read = () => expect.unreachable()
  expect(await readPage(5, { matching: 0, read })).toEqual({ rows: [], page: 1, pages: 1, matching: 0 })
})
