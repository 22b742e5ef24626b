import { expect, test } from 'vitest'
import { formatValue } from './format-value.ts'

test('flags are formatted as yes or no', () => {
  expect([
    formatValue('deceased', 'true'),
    formatValue('do_not_email', 'false'),
    formatValue('city', 'true'),
    formatValue('deceased', null),
  ]).toEqual(['Yes', 'No', 'true', null])
})
