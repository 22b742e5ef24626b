import { expect, test } from 'vitest'
import { cleanCell, readValue } from './values.ts'

test.each([
  ['José', 'José'],
  ['  Peggy   Ann ', 'Peggy Ann'],
  ['Jose\u0301', 'José'],
  ['="00123"', '00123'],
  ['="say ""hi"""', 'say "hi"'],
  ["'=1+1", '=1+1'],
  [`'="00123"`, '00123'],
  ["'+1 919 555 0101", '+1 919 555 0101'],
  ["'@home", '@home'],
  ["'-5", '-5'],
  ["'\tindented", 'indented'],
  ["' =1+1", '=1+1'],
  ["'\n=1+1", '=1+1'],
  ["'\u00a0＝1+1", '＝1+1'],
  ["'＋1", '＋1'],
  ["' Neil", "' Neil"],
  ["O'Neil", "O'Neil"],
  ["'t Hooft", "'t Hooft"],
  ["''=x", "''=x"],
  ['12 Elm St\r\nApt 4', '12 Elm St\nApt 4'],
  ['tab\there\u0000and\u001fthere', 'tab here and there'],
  ['\u00a0hard space\u00a0', 'hard space'],
  ['zwi.space@example.org\u200b', 'zwi.space@example.org'],
  ['\u202a+1 617\u2011555\u20110177\u202c', '+1 617\u2011555\u20110177'],
  ['', ''],
  [' \t ', ''],
])('the cell %j is cleaned to %j', (cell, meaning) => {
  expect(cleanCell(cell)).toBe(meaning)
})

const value = (text: string | null) => ({ value: text })
const problem = (message: string) => ({ problem: message })

test.each([
  ['buid', 'b00000001', value('B00000001')],
  ['buid', 'B0000001', problem('is not B followed by eight digits')],
  ['buid', 'B０0000001', problem('is not B followed by eight digits')],
  ['contact_id', 'c-000000017', value('C-000000017')],
  ['contact_id', 'C000000017', problem('is not C- followed by nine digits')],
  ['crm_id', '001C000000o4OOIIA2', value('001C000000o4OOI')],
  [
    'crm_id',
    '001c000000o4ooiia2',
    { value: '001C000000o4OOI', warning: 'had lost its letter case, which was restored from its checksum' },
  ],
  ['email', 'peggy@example.org', value('peggy@example.org')],
  ['email', "o'neil+x@sub.example.org", value("o'neil+x@sub.example.org")],
  ['email', 'peggy@example', problem('is not an e-mail address')],
  ['email', 'peggy at example.org', problem('is not an e-mail address')],
  ['email', `${'p'.repeat(320)}@example.org`, problem('is not an e-mail address')],
  ['phone', '+1 (919) 555-0101 ext. 7', value('+1 (919) 555-0101 ext. 7')],
  ['phone', 'unknown', problem('is not a phone number')],
  ['date', '2026-11-20', value('2026-11-20')],
  ['date', '2026-11-20T23:30:00.000Z', value('2026-11-20')],
  ['date', '5/9/2008', value('2008-05-09')],
  ['date', '02/29/2023', problem('is not a date such as 2026-11-20')],
  ['date', '2026-13-01', problem('is not a date such as 2026-11-20')],
  ['date', '20/11/2026', problem('is not a date such as 2026-11-20')],
  ['day_first_date', '20/11/2026', value('2026-11-20')],
  ['day_first_date', '5/9/2008', value('2008-09-05')],
  ['day_first_date', '2026-11-20', value('2026-11-20')],
  ['day_first_date', '11/20/2026', problem('is not a date such as 2026-11-20')],
  ['date', '0020-11-20', problem('is not a date such as 2026-11-20')],
  ['date', '46346', problem('is not a date such as 2026-11-20')],
  ['current', 'Active', value('true')],
  ['current', 'Retired', value('false')],
  ['current', '20/11/2026', value('true')],
  ['current', 'constructor', problem('is neither true nor false')],
  ['text', 'x'.repeat(1001), problem('is longer than 1000 characters')],
  ['code', 'BS', value('BS')],
  ['text', 'Maria\n del Carmen', value('Maria del Carmen')],
  ['lines', '12 Elm St\nApt 4', value('12 Elm St\nApt 4')],
  ['text', '', value(null)],
  ['buid', '', value(null)],
] as const)('a %s %j is read as %j', (kind, text, reading) => {
  expect(readValue(kind, text)).toEqual(reading)
})

test.each([
  'yes, Y, TRUE, t, 1, x, ✓, ✔\ufe0f, ☑, checked, On, d, Deceased, ja, Oui, SÍ, si',
  'Yes (3/2024), yes - told by her daughter, Y; 2019, x 3/2024, ✓2024, D. 2019, Deceased: 2019, 1 (per obituary), true. See note',
  '2024-03-01, 2024-03-01T23:30:00.000Z, 2024/3/1, 20/11/2026, 11/20/2026, 3/1/24, 1.3.2024, 3/2024, 2024-03, 2019',
  'Mar 2024, 1 March 2024, March 1 2024, 1-Mar-24, 3/1/2024 (obituary), 2024-03-01 obituary in the Herald',
])('a protective flag is set by %s', (texts) => {
  for (const text of texts.split(', ')) expect([text, readValue('flag', text)]).toEqual([text, value('true')])
  expect(readValue('flag', 'March 1, 2024, by letter')).toEqual(value('true'))
})

test.each(['no', 'N', 'False', 'f', '0', 'Living'])('a protective flag is not set by %s', (text) => {
  expect(readValue('flag', text)).toEqual(value('false'))
})

test.each([
  'maybe',
  'Yesterday',
  'N/A',
  'Y/N',
  'No (moved)',
  'unknown',
  'constructor',
  'Active',
  'Dr',
  '11',
  '10 times',
  '0000-00-00',
  '1/0/1900',
  '45355',
  '2024x',
  'March',
])('%s is refused as a protective flag', (text) => {
  expect(readValue('flag', text)).toEqual(problem('is neither yes nor no'))
})
