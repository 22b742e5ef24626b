import { beforeEach, expect, test } from 'vitest'
import { cancelActiveBatches } from '../testing/insert-batch.ts'
import { buildImportStory, csv } from '../testing/import-story.ts'

const story = await buildImportStory()
const { scanFile, page } = story
beforeEach(() => cancelActiveBatches(story))

const people = ['BUID,First Name,Last Name,City', 'B90000001,Ada,Novak,Salem', 'B90000002,Bo,Lindt,Boston']

async function linesOf(...lines: string[]) {
  const batch = await scanFile('contacts', csv(...lines))
  const { rows } = await page('contacts', batch.id)
  return {
    findings: batch.findings,
    lines: rows!.map(({ line, outcome, reason }) => [line, outcome, ...(reason ? [reason] : [])]),
  }
}

test.each([
  ['of people with its columns in another order', 'Last Name,First Name,City,BUID', 'Reyes,Ana,Bonn,B90000003'],
  ['of people with other columns', 'BUID,Mobile Phone', 'B90000003,617 555 0101'],
  ['of educations', 'BUID,Degree Code,Degree Date', 'B90000001,BA,2010-05-01'],
  ['with the CRM’s column names', 'hed__Contact__c,MailingCity,LastName', '003,Bonn,Reyes'],
])('a second table %s is reported, and nothing is read from it', async (_, header, line) => {
  const { findings, lines } = await linesOf(...people, '', header, line)
  const reason = 'Another table begins in line 5, with its own columns. Upload it as a separate file.'
  expect(findings).toMatchObject({ second_table_line: 5 })
  expect(lines).toEqual([
    [2, 'new'],
    [3, 'new'],
    [5, 'skipped', reason],
    [6, 'skipped', reason],
  ])
})

test('a second table needs no blank line before it', async () => {
  const { findings, lines } = await linesOf(...people, 'Last Name,First Name,City,BUID', 'Reyes,Ana,Bonn,B90000003')
  expect(findings).toMatchObject({ second_table_line: 4 })
  expect(lines.map(([, outcome]) => outcome)).toEqual(['new', 'new', 'skipped', 'skipped'])
})

test('a BUID alone is read as a header only after a blank line', async () => {
  const level = ['BUID,Level', 'B90000003,Gold']
  expect((await linesOf(...people, '', ...level)).findings).toMatchObject({ second_table_line: 5 })
  await cancelActiveBatches(story)
  const { findings, lines } = await linesOf(...people, ...level)
  expect(findings).not.toHaveProperty('second_table_line')
  expect(lines[2]).toEqual([4, 'skipped', 'BUID “BUID” is not B followed by eight digits.'])
})

test('after a repeated header of the file lines are read again', async () => {
  const { findings, lines } = await linesOf(
    ...people,
    '',
    'buid, first_name,LAST NAME,City,,',
    'B90000003,Ana,Reyes,Bonn',
    'BUID,Degree Code',
    'B90000001,BA',
    people[0]!,
    'B90000004,Minh,Nguyen,Miami',
  )
  expect(findings).toMatchObject({ second_table_line: 7 })
  expect(lines.filter(([, outcome]) => outcome === 'new').map(([line]) => line)).toEqual([2, 3, 6, 10])
  expect(lines[2]).toEqual([5, 'skipped', 'This line repeats the header.'])
})

test('a person whose names equal column names does not start a table', async () => {
  const { findings, lines } = await linesOf(...people, '', 'B90000003,School,Major,Mobile', 'B90000004,Ana,Reyes,Bonn')
  expect(findings).not.toHaveProperty('second_table_line')
  expect(lines.map(([, outcome]) => outcome)).toEqual(['new', 'new', 'new', 'new'])
})
