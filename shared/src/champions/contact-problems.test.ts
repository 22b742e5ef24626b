import { expect, test } from 'vitest'
import { phoneProblem, postalCodeProblem } from './contact-problems.ts'

test.each([
  ['617 555 0104', null],
  ['(617) 555-0104 ext. 12', 'US'],
  ['617.555.0104x9', null],
  ['+44 20 7946 0958', null],
  ['011 49 30 123456', 'US'],
  ['020 7946 0958', 'GB'],
  ['+84 24 3825 3825', 'VN'],
  ['６１７ ５５５ ０１０４', null],
  ['020 7946 0958', undefined],
])('%s is a phone number of %s', (phone, country) => {
  expect(phoneProblem(phone, country)).toBeUndefined()
})

test.each([
  ['12', null, 'is not a number that can be called, such as 617 555 0123'],
  ['1', null, 'is too short for a phone number, such as 617 555 0123'],
  ['555-0104', 'US', 'is not a number that can be called, such as 617 555 0123'],
  ['call me', null, 'has a character in it that is not part of a phone number'],
  ['call me 617 555 0104', undefined, 'has a character in it that is not part of a phone number'],
  ['+1 617 555 010', undefined, 'is not a number that can be called, such as 617 555 0123'],
  ['+999 12345678', 'US', 'begins with a country code that does not exist'],
  ['617 555 0104 / 617 555 0105', null, 'is more than one number: keep one here'],
  ['12', undefined, 'is not a number that can be called, such as 617 555 0123'],
  ['12345678901234567890', 'GB', 'is too long for a phone number, such as +44 20 7946 0958, with its country code'],
])('the phone number %s (%s) %s', (phone, country, problem) => {
  expect(phoneProblem(phone, country)).toBe(problem)
})

test.each([
  ['02118', null],
  ['02118-1234', 'US'],
  ['K1A 0B1', 'CA'],
  ['sw1a1aa', 'GB'],
  ['D-10115', 'DE'],
  ['A-1010', 'AT'],
  ['1234 AB', 'NL'],
  ['anything', 'XX'],
])('%s is a postal code of %s', (postalCode, country) => {
  expect(postalCodeProblem(postalCode, country)).toBeUndefined()
})

test.each([
  ['2118', 'US', 'is not a ZIP code such as 02118 or 02118-1234'],
  ['K1A 0B1', null, 'is not a ZIP code such as 02118. For an address abroad, choose the country'],
  ['02118', 'CA', 'does not look like a postal code of the country'],
])('%s is not a postal code of %s', (postalCode, country, problem) => {
  expect(postalCodeProblem(postalCode, country)).toBe(problem)
})
