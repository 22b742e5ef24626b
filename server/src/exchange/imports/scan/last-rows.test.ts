import { expect, test } from 'vitest'
import { LastRows } from './last-rows.ts'

const buid = (number: number) => `B${String(number).padStart(8, '0')}`

test('each key keeps exactly its last row', () => {
  const rows = new LastRows()
  for (let line = 2; line < 200_002; line++) rows.add(buid(line), line)
  expect(rows.hasDuplicates).toBe(false)
  rows.add(buid(2), 200_002)
  rows.add(buid(150_000), 200_003)
  rows.add(buid(2), 200_004)
  expect(rows.hasDuplicates).toBe(true)
  expect([2, 150_000, 3, 200_001].map((number) => rows.lineOf(buid(number)))).toEqual([200_004, 200_003, 3, 200_001])
  for (let line = 3; line < 150_000; line++) if (rows.lineOf(buid(line)) !== line) throw new Error(`row ${line}`)
  expect(rows.lineOf('')).toBe(0)
})

test('a million rows of one key need as much memory as one', () => {
  const rows = new LastRows()
  const before = process.memoryUsage()
  for (let line = 2; line < 1_000_002; line++) rows.add('B00000001', line)
  const after = process.memoryUsage()
  expect(after.arrayBuffers).toBe(before.arrayBuffers)
  expect(after.heapUsed - before.heapUsed).toBeLessThan(24 * 1024 * 1024)
  expect(rows.lineOf('B00000001')).toBe(1_000_001)
})
