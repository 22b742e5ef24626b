import { expect, test } from 'vitest'
import { mayBeSamePerson, TextNumbers } from './clean-cells.ts'

test.each([
  ['José Álvarez ’15', 'Jose Alvarez (2015)', true],
  ['1. José Álvarez', 'José Álvarez', true],
  ['Dr. Mary Smith', 'Mary Smith, PhD', true],
  ['Prof. Mary Smith ’98', 'Mary Smith', true],
  ['Jo\u200bsé Álvarez', 'José Álvarez', true],
  ['Dr. Mary Smith', 'Dr. Bob Smith', false],
  ['Bob Smith Jr.', 'Bob Smith Sr.', false],
  ['Guest 1', 'Guest 2', false],
])('%s and %s at one address may be one person: %s', (name, other, isOne) => {
  expect([mayBeSamePerson(name, other), mayBeSamePerson(other, name)]).toEqual([isOne, isOne])
})

test('after 5,000 texts a new text gets no number, and another spelling of a known text keeps its number', () => {
  const numbers = new TextNumbers()
  for (let index = 1; index <= 5000; index++) expect(numbers.numberOf(`Hall ${index}`)).toBe(index)
  expect(numbers.numberOf('Hall 5001')).toBe(0)
  expect(numbers.numberOf(' Hall 7 ')).toBe(7)
})
