import type { BatchLine, BatchPerson } from '@alumni/shared/alumni/batch-search'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { buildResultsCsv, listBuids, listUnmatchedLines } from './batch-file.ts'
import { toChoiceKey, filterResults, buildResults, type Choices } from './choices.ts'

const person = (number: number, name: string): BatchPerson => ({
  id: number,
  buid: `B0000000${number}`,
  contact_id: null,
  name,
  class_years: [2008, 2012],
  primary_email: '=1+1@example.org',
  city: 'Boston',
  state: 'MA',
  country: 'US',
  deceased: false,
  do_not_contact: number === 7,
  do_not_email: false,
  recent_degree: { degree_code: 'MD', major_desc: 'Medicine', college_name: null, degree_date: '2012-05-11' },
})
const people = [person(4, 'Peggy'), person(7, 'Mary'), person(9, 'Bob')]
const lines = ['peggy jones', '', '=SUM(A1)', 'smith.family@x.org', 'Smith.Family@x.org ']
const answer = (line: number, buids: string[], same_as: number | null = null): BatchLine => ({
  line,
  read_as: 'name',
  same_as,
  outcome: buids.length > 1 ? 'several' : buids.length === 1 ? 'one' : 'none',
  total: buids.length,
  buids,
  similar: [],
})
const answers = [
  answer(1, ['B00000004']),
  answer(3, []),
  answer(4, ['B00000007', 'B00000009']),
  answer(5, ['B00000007', 'B00000009'], 4),
]
const results = (choices: Choices = new Map()) => buildResults(lines, answers, people, choices)

test('a choice applies to every line with the same text, and can dismiss all candidates', () => {
  expect(results().map(({ outcome }) => outcome)).toEqual(['found', 'none', 'open', 'open'])
  expect(
    results(new Map([[toChoiceKey('smith.family@X.org'), 'B00000009']])).map(({ person }) => person?.name),
  ).toEqual(['Peggy', undefined, 'Bob', 'Bob'])
  expect(results(new Map([[toChoiceKey('smith.family@x.org'), null]])).map(({ outcome }) => outcome)).toEqual([
    'found',
    'none',
    'dismissed',
    'dismissed',
  ])
})

test('a name without a match is not found until someone chooses a person with a similar name', () => {
  const similar = { ...answer(1, []), similar: ['B00000004'] }
  const [line] = buildResults(['Pegy Jones'], [similar], people, new Map())
  expect([line!.outcome, line!.person, line!.candidates.length]).toEqual(['none', null, 1])
  const afterChoice = buildResults(
    ['Pegy Jones'],
    [similar],
    people,
    new Map([[toChoiceKey('pegy jones'), 'B00000004']]),
  )
  expect(afterChoice.map(({ outcome, person }) => [outcome, person?.name])).toEqual([['chosen', 'Peggy']])
  expect(buildResultsCsv(afterChoice)).toContain('chosen among 1 of a similar name')
  expect(listUnmatchedLines([line!, ...afterChoice])).toEqual(['Pegy Jones'])
})

test('a line is open again if the chosen person is no longer a candidate', () => {
  expect(results(new Map([[toChoiceKey('smith.family@x.org'), 'B00000004']]))[2]!.outcome).toBe('open')
})

test('lines with a choice stay under the filter for several matches', () => {
  const afterChoice = results(new Map([[toChoiceKey('smith.family@x.org'), 'B00000009']]))
  expect([
    filterResults(afterChoice, 'all').length,
    filterResults(afterChoice, 'one').length,
    filterResults(afterChoice, 'several').length,
    filterResults(afterChoice, 'none').length,
  ]).toEqual([4, 1, 2, 1])
  expect(listBuids(afterChoice)).toEqual(['B00000004', 'B00000009'])
})

test('the file has every line with its outcome, a byte order mark, and no formula', () => {
  const file = buildResultsCsv(results(new Map([[toChoiceKey('smith.family@x.org'), 'B00000007']])))
  expect(file.startsWith('\ufeff')).toBe(true)
  const { data } = Papa.parse<Record<string, string>>(file.slice(1), { header: true, skipEmptyLines: true })
  expect(
    data.map((row) => [
      row.Line,
      row['As entered'],
      row.Outcome,
      row.BUID,
      row['Class years'],
      row['Primary e-mail'],
      row['Do not contact'],
    ]),
  ).toEqual([
    ['1', 'peggy jones', 'found', 'B00000004', '2008, 2012', "'=1+1@example.org", 'no'],
    ['3', "'=SUM(A1)", 'not found', '', '', '', ''],
    ['4', 'smith.family@x.org', 'chosen among 2', 'B00000007', '2008, 2012', '(left out)', 'yes'],
    ['5', 'Smith.Family@x.org', 'chosen among 2', 'B00000007', '2008, 2012', '(left out)', 'yes'],
  ])
  expect(data[0]).toMatchObject({ 'Recent degree': 'MD Medicine', Name: 'Peggy' })
})

test.each(['deceased', 'do_not_contact', 'do_not_email'] as const)(
  'the file leaves out the address of a person who is only %s, and says why',
  (flag) => {
    const mary = { ...person(4, 'Mary'), [flag]: true }
    const file = buildResultsCsv(buildResults(lines, answers.slice(0, 1), [mary], new Map()))
    const { data } = Papa.parse<Record<string, string>>(file.slice(1), { header: true, skipEmptyLines: true })
    expect(
      data.map((row) => [row['Primary e-mail'], row.Deceased, row['Do not contact'], row['Do not e-mail']]),
    ).toEqual([
      ['(left out)', ...['deceased', 'do_not_contact', 'do_not_email'].map((each) => (each === flag ? 'yes' : 'no'))],
    ])
  },
)
