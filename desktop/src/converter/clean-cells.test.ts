import { expect, test } from 'vitest'
import { mayBeSamePerson } from './clean-cells.ts'

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
