import { expect, test } from 'vitest'
import { splitFamilyAndGiven, readTypedPerson } from './typed-person.ts'

function read(text: string): string {
  const { groups, years } = readTypedPerson(text, 2026)
  const words = groups.map((group) =>
    group
      .map((part) => (part.kind !== 'word' ? `${part.kind}:${part.text}` : part.role ? `[${part.text}]` : part.text))
      .join(' '),
  )
  return [words.join(', '), ...years].join(' | ')
}

test.each([
  ['José Álvarez ’15', 'José Álvarez | 2015'],
  ["José Álvarez '98", 'José Álvarez | 1998'],
  ['José Álvarez (2015)', 'José Álvarez | 2015'],
  ['José Álvarez (ENG’15, MBA ’20)', 'José Álvarez | 2015 | 2020'],
  ['José Álvarez ENG’15', 'José Álvarez | 2015'],
  ['José Álvarez, class of 2015', 'José Álvarez | 2015'],
  ['José Álvarez 2015', 'José Álvarez | 2015'],
  ['José Álvarez 2050', 'José Álvarez phone:2050'],
  ['José 2015 617 555', 'José phone:2015617555'],
  ['1. José', 'José'],
  ['12) José Álvarez', 'José Álvarez'],
  ['(3) José Álvarez', 'José Álvarez'],
  ['• José Álvarez', 'José Álvarez'],
  ['4\tJosé\tÁlvarez', 'José Álvarez'],
  ['Dr. Mary', '[Dr.] Mary'],
  ['Dr. Margaret A. O’Neil Jr., M.D.', '[Dr.] Margaret A. O’Neil [Jr.], [M.D.]'],
  ['O’Neil, Dr. Margaret', 'O’Neil, [Dr.] Margaret'],
  ['Dr. Jr.', 'Dr. Jr.'],
  ['Sir', 'Sir'],
  ['Margaret (Jones) O’Neil', 'Margaret (Jones) O’Neil'],
  ['Jo\u200bsé\u00ad \u202aÁlvarez\ufeff', 'José Álvarez'],
  ['Peggy\u0000Jones', 'Peggy Jones'],
  ['Peggy O’Neil <peggy@example.org>', 'Peggy O’Neil email:peggy@example.org'],
  ['mailto:peggy@example.org?subject=Hi', 'email:peggy@example.org'],
  ['peggy.oneil@', 'email:peggy.oneil@'],
  ['B00000001', 'buid:B00000001'],
  ['c-0000', 'contact_id:c-0000'],
  ['0035e00000Peggy', 'crm_id:0035e00000Peggy'],
  ['(617) 555-0104', 'phone:(617)555-0104'],
  ['Peggy 617.555', 'Peggy phone:617.555'],
  ['2015', 'phone:2015'],
  ['’15', '’15'],
  ['', ''],
  [' , ', ''],
  ['王小明', '王小明'],
])('%j is read as %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test('a name without spaces is split into every possible family and given name', () => {
  expect(splitFamilyAndGiven('王小明')).toEqual([
    ['王', '小明'],
    ['王小', '明'],
  ])
  expect([splitFamilyAndGiven('김철수').length, splitFamilyAndGiven('王'), splitFamilyAndGiven('Wang')]).toEqual([
    2,
    [],
    [],
  ])
})
