import { expect, test } from 'vitest'
import type { OpenChange } from './crm-protection.ts'
import { decide } from './decide.ts'
import { separator, type FoundRecord } from './find-records.ts'
import { buildFileFields, readRow } from './row.ts'
import { definitions } from './types.ts'

const header = ['BUID', 'Contact ID', 'First Name', 'City', 'Deceased']
const columns = ['buid', 'contact_id', 'first_name', 'city', 'deceased'].map((field, index) => ({
  header: header[index]!,
  field,
  by_hand: false,
}))
const file = buildFileFields(definitions.contacts, header, columns)
const rowOf = (...cells: string[]) => readRow(file, { line: 2, cells }, new Map())
const onFile = (...values: string[]): FoundRecord => ({ id: 7, text: values.join(separator), name: 'Peggy' })
const change = (field: string, after: string | null, status: OpenChange['status']): OpenChange => ({
  id: 1,
  buid: 'B00000001',
  field,
  after,
  status,
  earlier: [],
})
const decideRow = (row: ReturnType<typeof rowOf>, found?: FoundRecord, open: OpenChange[] = []) =>
  decide(definitions.contacts, file, row, found, open)

const peggy = onFile('B00000001', 'C-000000001', 'Peggy', 'Durham', 'false')

test('a person who is not on file is new, with every non-blank value', () => {
  expect(decideRow(rowOf('B00000001', '', 'Peggy', '', ''))).toMatchObject({
    outcome: 'new',
    reason: null,
    values: ['B00000001', null, 'Peggy', null, 'false'],
    changes: [
      { field: 'buid', before: null, after: 'B00000001' },
      { field: 'first_name', before: null, after: 'Peggy' },
      { field: 'deceased', before: null, after: 'false' },
    ],
  })
})

test('a new person without a name has a remark', () => {
  expect(decideRow(rowOf('B00000001', '', '', 'Durham', ''))).toMatchObject({
    outcome: 'new',
    reason: 'The new person has no name.',
  })
})

test.each([
  ['exactly', ['B00000001', 'C-000000001', 'Peggy', 'Durham', 'false']],
  ['in another spelling', ['b00000001', 'c-000000001', '  Peggy ', 'Durham', 'NO']],
  ['with a blank identifier and a blank flag', ['B00000001', '', 'Peggy', 'Durham', '']],
])('a row that equals the record %s is unchanged', (_how, cells) => {
  expect(decideRow(rowOf(...cells), peggy)).toMatchObject({ outcome: 'unchanged', reason: null, changes: [] })
})

test('a changed row lists each field with before and after, in the order of the file', () => {
  expect(decideRow(rowOf('B00000001', 'C-000000002', 'Margaret', '', 'yes'), peggy)).toMatchObject({
    outcome: 'changed',
    values: ['B00000001', 'C-000000002', 'Margaret', null, 'true'],
    changes: [
      { field: 'contact_id', before: 'C-000000001', after: 'C-000000002' },
      { field: 'first_name', before: 'Peggy', after: 'Margaret' },
      { field: 'city', before: 'Durham', after: null },
      { field: 'deceased', before: 'false', after: 'true' },
    ],
  })
})

test('an unreadable value leaves the field unchanged, with a remark', () => {
  expect(decideRow(rowOf('B00000001', '', 'Peggy', 'Durham', 'dunno'), peggy)).toMatchObject({
    outcome: 'unchanged',
    reason: 'Deceased “dunno” is neither yes nor no, so it was left as it is.',
  })
})

test('a row with a problem is skipped with its reason, whoever is on file', () => {
  for (const found of [undefined, peggy])
    expect(decideRow(rowOf('B1', '', 'Peggy', '', ''), found)).toMatchObject({
      outcome: 'skipped',
      reason: 'BUID “B1” is not B followed by eight digits.',
      changes: [],
    })
})

test.each([
  ['pending', 'Raleigh', { conflicts: [], verified: [] }],
  ['exported', 'Raleigh', { conflicts: [], verified: [{ field: 'city' }] }],
  ['pending', 'Cary', { conflicts: [{ theirs: 'Cary' }], verified: [] }],
  ['exported', 'Cary', { conflicts: [{ theirs: 'Cary' }], verified: [] }],
  ['exported', '', { conflicts: [{ theirs: null }], verified: [] }],
] as const)('a %s change to Raleigh is compared with %j in the file', (status, city, outcome) => {
  const moved = onFile('B00000001', 'C-000000001', 'Peggy', 'Raleigh', 'false')
  const decision = decideRow(rowOf('B00000001', '', 'Peggy', city, ''), moved, [change('city', 'Raleigh', status)])
  expect(decision).toMatchObject({ outcome: 'unchanged', changes: [], ...outcome })
  expect(decision.reason === null).toBe(city === 'Raleigh')
})

test('a change of a field that is not in the file is ignored', () => {
  expect(
    decideRow(rowOf('B00000001', '', 'Peggy', 'Durham', ''), peggy, [change('street', '12 Elm St', 'exported')]),
  ).toMatchObject({ outcome: 'unchanged', conflicts: [], verified: [], reason: null })
})

test.each(['pending', 'exported'] as const)(
  'an unreadable cell neither contradicts nor verifies a %s change of its field',
  (status) => {
    const dead = onFile('B00000001', 'C-000000001', 'Peggy', 'Durham', 'true')
    expect(
      decideRow(rowOf('B00000001', '', 'Peggy', 'Durham', 'dunno'), dead, [change('deceased', 'true', status)]),
    ).toMatchObject({
      outcome: 'unchanged',
      reason: 'Deceased “dunno” is neither yes nor no, so it was left as it is.',
      changes: [],
      conflicts: [],
      verified: [],
      arrived: [],
    })
  },
)

test('a degree of an unknown person is skipped', () => {
  const header = ['BUID', 'Degree Code', 'Degree Date']
  const degrees = buildFileFields(
    definitions.educations,
    header,
    ['buid', 'degree_code', 'degree_date'].map((field, index) => ({ header: header[index]!, field, by_hand: false })),
  )

  const row = readRow(degrees, { line: 2, cells: ['B00000099', 'BS', '2008-05-09'] }, new Map())
  expect(decide(definitions.educations, degrees, row, undefined, [])).toMatchObject({
    outcome: 'skipped',
    reason: 'No alumnus has the BUID B00000099.',
  })
  expect(decide(definitions.educations, degrees, row, { id: null, text: '', name: 'Peggy' }, [])).toMatchObject({
    outcome: 'new',
  })
})
