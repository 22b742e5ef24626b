import { expect, test } from 'vitest'
import { withPeriods } from './clock-times.ts'

test('times have periods, whatever space stands before them, and words are left alone', () => {
  expect(withPeriods('11:00\u202fAM – 1:00\u00a0PM EST')).toBe('11:00\u202fa.m. – 1:00\u00a0p.m. EST')
  expect(withPeriods('FM radio, AM 3 PMs')).toBe('FM radio, AM 3 PMs')
})
