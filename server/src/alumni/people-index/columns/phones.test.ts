import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ListColumn } from './columns.ts'
import { Dictionary } from './dictionary.ts'
import { encodePhone, markPhones } from './phones.ts'

const digits = (maxLength: number) =>
  fc.array(fc.constantFrom(...'0123'), { minLength: 1, maxLength }).map((list) => list.join(''))

test('numbers of any length are found by their first and last digits, like texts', () => {
  fc.assert(
    fc.property(fc.array(digits(24), { minLength: 1, maxLength: 40 }), digits(20), (phones, text) => {
      const [column, long] = [new ListColumn([null, null]), new Dictionary()]
      phones.forEach((phone, index) => column.set(index + 1, encodePhone(phone, long)))
      const fits = markPhones(column, long, [text])
      expect(phones.filter((_, index) => fits[index + 1])).toEqual(
        phones.filter((phone) => phone.startsWith(text) || phone.endsWith(text)),
      )
    }),
  )
})
