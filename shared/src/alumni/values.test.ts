import { expect, test } from 'vitest'
import { cellText, readValue } from './values.ts'

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
])('the cell %j means %j', (cell, meaning) => {
  expect(cellText(cell)).toBe(meaning)
})

const value = (text: string | null) => ({ value: text })
const problem = (sentence: string) => ({ problem: sentence })

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
  ['flag', '20/11/2026', value('true')],
  ['flag', '11/20/2026', value('true')],
  ['date', '0020-11-20', problem('is not a date such as 2026-11-20')],
  ['date', '46346', problem('is not a date such as 2026-11-20')],
  ['flag', 'TRUE', value('true')],
  ['flag', 'no', value('false')],
  ['flag', 'constructor', problem('is neither true nor false')],
  ['text', 'x'.repeat(1001), problem('is longer than 1000 characters')],
  ['code', 'BS', value('BS')],
  ['text', 'Maria\n del Carmen', value('Maria del Carmen')],
  ['lines', '12 Elm St\nApt 4', value('12 Elm St\nApt 4')],
  ['text', '', value(null)],
  ['buid', '', value(null)],
] as const)('a %s %j reads %j', (kind, text, reading) => {
  expect(readValue(kind, text)).toEqual(reading)
})
