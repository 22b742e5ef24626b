import { expect, test } from 'vitest'
import { fittingWidths, fitWell, sumOf, type Need } from './table-widths.ts'

const column = (cells: number[], more: Partial<Need> = {}): Need => ({ head: 60, cells, ...more })
const ten = (usual: number, ...others: number[]) => [...Array(10 - others.length).fill(usual), ...others] as number[]

test('columns that fit share what is left', () => {
  expect(fittingWidths([column([100, 150]), column([80, 90])], 300)).toEqual([180, 120])
})

test('one long address is cut, not ten names', () => {
  const [names, emails] = fittingWidths([column(ten(150)), column(ten(180, 290))], 350)
  expect([names, emails]).toEqual([150, 200])
})

test('of two that could be cut alike, the degree is and not the year', () => {
  const [degree, year] = fittingWidths([column(ten(200, 220)), column(ten(200, 220), { isWhole: true })], 420)
  expect([degree, year]).toEqual([200, 220])
})

test('a width that a person gave stays, and the others share the rest', () => {
  expect(fittingWidths([column(ten(100), { width: 300 }), column(ten(100)), column(ten(100))], 600)).toEqual([
    300, 150, 150,
  ])
})

test('with no room for most of what stands in them, columns have theirs and the table is moved sideways', () => {
  const needs = [column(ten(200)), column(ten(300)), column(ten(400))]
  expect(sumOf(fittingWidths(needs, 500))).toBe(900)
  expect(fitWell(needs, 500)).toBe(false)
  expect(fitWell(needs, 900)).toBe(true)
})
