import { expect, test } from 'vitest'
import { sayValue } from './say-value.ts'

test('flags are said as people say them', () => {
  expect([
    sayValue('deceased', 'true'),
    sayValue('do_not_email', 'false'),
    sayValue('city', 'true'),
    sayValue('deceased', null),
  ]).toEqual(['Yes', 'No', 'true', null])
})
