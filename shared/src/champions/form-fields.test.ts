import { expect, test } from 'vitest'
import { degreeYearField } from './form-fields.ts'

const latest = new Date().getFullYear() + 10

test.each([
  ['', null],
  ['2009', 2009],
  [String(latest), latest],
])('the year of a degree “%s” is read as %s', (text, year) => {
  expect(degreeYearField.parse(text)).toBe(year)
})

test.each([
  ['209', 'Enter the year of your degree with four digits, such as 2009.'],
  ['’98', 'Enter the year of your degree with four digits, such as 2009.'],
  ['00', 'Enter the year of your degree with four digits, such as 2009.'],
  ['3000', `Enter a year from 1900 to ${latest}.`],
  ['1000', `Enter a year from 1900 to ${latest}.`],
])('the year of a degree “%s” has one message: %s', (text, message) => {
  expect(degreeYearField.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
})
