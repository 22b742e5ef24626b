import { expect, test } from 'vitest'
import { SeenKeys } from './seen-keys.ts'

test('every row that shares its key is a suspect, and hardly any other', () => {
  const seen = new SeenKeys()
  for (let line = 2; line < 200_002; line++) seen.add(`B${String(line).padStart(8, '0')}`, line)
  expect(seen.suspects.size).toBe(0)
  seen.add('B00000002', 200_002)
  seen.add('B00150000', 200_003)
  seen.add('B00000002', 200_004)
  expect([...seen.suspects]).toEqual([2, 200_002, 150_000, 200_003, 200_004])
})
