import { expect, test } from 'vitest'
import { readCrmId, addChecksum } from './crm-id.ts'

test.each([
  ['001C000000o4OOI', 'IA2'],
  ['001C000000o4Ooi', 'IAE'],
  ['a0BA0000000L2ZC', 'MA0'],
  ['70130000001tcyI', 'AAQ'],
])('%s has the suffix %s', (id, suffix) => {
  expect(addChecksum(id)).toBe(id + suffix)
  expect(readCrmId(id)).toEqual({ id, isRepaired: false })
  expect(readCrmId(id + suffix)).toEqual({ id, isRepaired: false })
})

test.each(['001c000000o4ooiia2', '001C000000O4OOIIA2'])(
  'a CRM id of 18 characters with changed letter case is repaired: %s',
  (ruined) => {
    expect(readCrmId(ruined)).toEqual({ id: '001C000000o4OOI', isRepaired: true })
  },
)

test('ids that differ only in letter case stay different', () => {
  expect(readCrmId('001C000000o4OOI')!.id).not.toBe(readCrmId('001C000000o4Ooi')!.id)
})

test('accepts an id of 15 digits', () => {
  expect(readCrmId('003000000000001')).toEqual({ id: '003000000000001', isRepaired: false })
  expect(readCrmId('003000000000001AAA')).toEqual({ id: '003000000000001', isRepaired: false })
})

test.each([
  ['an id with one wrong character', '001C000000o4OxIIA2'],
  ['an id with another id’s suffix', '001C000000o4OOIIAE'],
  ['an id with an invalid suffix', '001c000000o4ooi999'],
  ['an id with a capital in place of a digit', '0010000000o4ooiZZZ'],
  ['14 characters', '001C000000o4OO'],
  ['16 characters', '001C000000o4OOII'],
  ['17 characters', '001C000000o4OOIIA'],
  ['19 characters', '001C000000o4OOIIA2X'],
  ['an id with a space inside', '001C00000 o4OOI'],
  ['an id with an accent', '001C000000o4OÖI'],
  ['a number that a spreadsheet made of an id', '3000000000001'],
  ['a number with an exponent', '3.00E+15'],
  ['an empty cell', ''],
])('%s is not a CRM id', (_why, text) => {
  expect(readCrmId(text)).toBeNull()
})
