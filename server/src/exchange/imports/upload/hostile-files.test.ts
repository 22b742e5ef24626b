import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { insertBatch, cancelActiveBatches } from '../testing/insert-batch.ts'
import { buildImportStory, csv, multipart } from '../testing/import-story.ts'
import { readStoredState } from '../testing/stored-state.ts'

const story = await buildImportStory({ env: { MAX_UPLOAD_MB: '1' } })
const { ada, app, scanFile, upload, page } = story
const url = '/settings/imports/contacts'
const bytes = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(600, 7)])
const randomBytes = (size: number) =>
  Buffer.concat(Array.from({ length: size / 20 }, (_, index) => createHash('sha1').update(`${index}`).digest()))
const columns = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(',')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const excel = 'not a CSV file. Save or export it as CSV (UTF-8) and upload that.'

afterEach(() => cancelActiveBatches(story))

const refused: [what: string, file: string | Buffer, message: string][] = [
  ['an empty file', '', 'The file is empty.'],
  ['a file with only a byte order mark', '\ufeff', 'The file is empty.'],
  ['a file with only a byte order mark in UTF-16', Buffer.from('fffe', 'hex'), 'The file is empty.'],
  ['a file of blank lines', '\n\n  \n', 'The file is empty.'],
  ['a blank header', csv('', 'B00000001,Peggy'), 'The file has no header: its first line must name the columns.'],
  [
    'a header of commas',
    csv(',,,', 'B00000001,Peggy,,'),
    'The file has no header: its first line must name the columns.',
  ],
  ['data without a header', csv('B00000001,Peggy'), 'The file lacks the required column “BUID”.'],
  [
    'one field without end',
    'x'.repeat(900 * 1024),
    'The first line is too long to be a header: it must name the columns, and end with a line break.',
  ],
  [
    'a header whose quotation mark never closes',
    csv('BUID,"First Name,Last Name', 'B00000001,Peggy,Jones'),
    'A quotation mark in the header opens and never closes.',
  ],
  [
    'a header with a stray quotation mark',
    csv('BUID,"First" Name,Last Name', 'B00000001,"Peggy",Jones'),
    'A quotation mark in the middle of a quoted name in the header must be written twice.',
  ],
  [
    'a header whose quotation mark closes after half a megabyte',
    `BUID,"First Name\n${'B00000001,Peggy\n'.repeat(50_000)}`,
    'A quotation mark in the header opens and never closes.',
  ],
  [
    'a NUL in the header',
    csv('BUID,First\0Name', 'B00000001,Peggy'),
    'The header has a NUL byte in it: this is not a CSV file, or it is damaged.',
  ],
  [
    'columns named twice',
    csv('BUID,First Name,first_name,City,CITY', 'B00000001,Peggy,Ann,,'),
    'The header names “first_name” and “CITY” twice, so it is not clear which column counts.',
  ],
  ['a workbook', bytes('504b0304'), `This is an Excel workbook or a zip archive, ${excel}`],
  ['an empty zip', bytes('504b0506'), `This is an empty zip archive, ${excel}`],
  ['an old workbook', bytes('d0cf11e0a1b11ae1'), `This is an old Excel workbook, ${excel}`],
  ['a gzip archive', gzipSync(csv('BUID', 'B00000001')), `This is a gzip archive, ${excel}`],
  ['a PDF', Buffer.from('%PDF-1.7\n'), `This is a PDF document, ${excel}`],
  ['a PNG', bytes('89504e470d0a1a0a0000000d49484452'), `This is a PNG picture, ${excel}`],
  ['a photograph', bytes('ffd8ffe000104a464946'), `This is a JPEG picture, ${excel}`],
  ['a GIF', Buffer.from('GIF89a\u0001\0'), `This is a GIF picture, ${excel}`],
  ['a photograph from a phone', bytes('00000018667479706865696300'), `This is a HEIC picture, ${excel}`],
  ['a database', bytes('53514c69746520666f726d6174203300'), `This is an SQLite database, ${excel}`],
  [
    'the sign-in page of a CRM, saved as CSV',
    '<!DOCTYPE html>\n<html><title>Sign in, please</title>',
    `This is a web page, ${excel}`,
  ],
  [
    'an HTML table named .xls',
    '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><table>\n<tr><td>BUID</td></tr></table>',
    `This is an Excel table saved as a web page, ${excel}`,
  ],
  ['an address book', 'BEGIN:VCARD\nFN:Peggy Jones', `This is an address book of vCards, ${excel}`],
  ['JSON in a file named .csv', '[{"buid": "B00000001"}]', `This is a JSON document, ${excel}`],
  ['random bytes', randomBytes(100_000), 'This is not text, so it cannot be a CSV file.'],
  ['a list of names', csv('Name', 'Peggy', 'José'), 'The file lacks the required column “BUID”.'],
  ['40,000 columns', csv(`BUID,${columns(39_999, 'c')}`), 'The file has 40,000 columns; at most 1,000 can be read.'],
  [
    'race, religion and a social security number',
    csv('BUID,hed__Race__c,Religion,hed__Social_Security_Number__c'),
    'This service may not store “hed__Race__c”, “Religion” and “hed__Social_Security_Number__c”. Remove those columns from the file and upload it again.',
  ],
  [
    'a social security number with its short name',
    csv('BUID,SSN'),
    'This service may not store “SSN”. Remove that column from the file and upload it again.',
  ],
]

test.each(refused)('%s is refused with a message, and nothing of it is stored', async (_what, file, message) => {
  const before = await readStoredState(story)
  const reply = await upload('contacts', file)
  expect(reply.json()).toEqual({ error: message, fields: { file: message } })
  expect(reply.statusCode).toBe(422)
  expect(await readStoredState(story)).toEqual(before)
})

test.each([
  ['educations', 'First Name', 'columns “BUID”, “Degree Code” and “Degree Date”'],
  ['areas-of-study', 'BUID', 'columns “Area Type” and “Major Code”'],
  ['employment', 'buid', 'column “Employer”'],
] as const)('a file of %s with only %s names every missing column', async (type, header, missing) => {
  const before = await readStoredState(story)
  const reply = await upload(type, csv(header))
  expect([reply.statusCode, reply.json().error]).toEqual([422, `The file lacks the required ${missing}.`])
  expect(await readStoredState(story)).toEqual(before)
})

const form = (...parts: string[]) => ({
  payload: `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
})
const part = (disposition: string, content: string) =>
  `content-disposition: form-data; ${disposition}\r\n\r\n${content}`
const good = csv('BUID,First Name', 'B00000001,Peggy')
const noFile = 'The upload contains no file. Choose a CSV file.'

test.each([
  ['a part with another name', form(part('name="upload"; filename="crm.csv"', good)), 422, noFile],
  ['a field instead of a file', form(part('name="file"', good)), 422, noFile],
  ['no part at all', form(), 422, noFile],
  [
    'two files',
    form(part('name="file"; filename="a.csv"', good), part('name="file"; filename="b.csv"', good)),
    422,
    'The upload contains two files. Upload one at a time.',
  ],
  [
    'a part named __proto__',
    form(part('name="__proto__"; filename="a.csv"', good)),
    400,
    'The request could not be understood.',
  ],
  [
    'a form that breaks off',
    {
      payload: `--b\r\n${part('name="file"; filename="a.csv"', good)}`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    },
    400,
    'The upload was cut off or damaged. Try again.',
  ],
  [
    'a form without a boundary',
    { payload: good, headers: { 'content-type': 'multipart/form-data' } },
    400,
    'The upload was cut off or damaged. Try again.',
  ],
  [
    'a form with a boundary that is too long',
    { payload: good, headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` } },
    400,
    'The upload was cut off or damaged. Try again.',
  ],
  [
    'a form of fields',
    { payload: 'file=BUID', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'Upload the file as multipart/form-data, in a part named "file".',
  ],
  [
    'JSON',
    { payload: '{"file":"BUID"}', headers: { 'content-type': 'application/json' } },
    415,
    'Upload the file as multipart/form-data, in a part named "file".',
  ],
  [
    'the file as its body',
    { payload: good, headers: { 'content-type': 'text/csv' } },
    415,
    'The server does not take content of this type.',
  ],
  ['no data', { headers: {} }, 415, 'Upload the file as multipart/form-data, in a part named "file".'],
])('an upload of %s', async (_what, request, status, message) => {
  const before = await readStoredState(story)
  const reply = await ada.request({ method: 'POST', url, ...request })
  expect([reply.statusCode, reply.json().error]).toEqual([status, message])
  expect(await readStoredState(story)).toEqual(before)
})

test('a file over MAX_UPLOAD_MB gets a 413, and one of exactly that size is accepted', async () => {
  const before = await readStoredState(story)
  const line = 'B00000001,Peggy\n'
  const tooLarge = await upload('contacts', csv('BUID,First Name') + line.repeat((1024 * 1024) / line.length))
  expect([tooLarge.statusCode, tooLarge.json()]).toEqual([
    413,
    { error: 'The file is larger than 1 MB. Split it, or ask for a smaller export.' },
  ])
  expect(await readStoredState(story)).toEqual(before)
  const header = `${'BUID,Notes'.padEnd(line.length - 1, '_')}\n`
  expect((await upload('contacts', header + line.repeat((1024 * 1024) / line.length - 1))).json().file_size).toBe(
    1024 * 1024,
  )
})

test('a browser gets the same message as a page', async () => {
  const { payload, headers } = multipart('', 'crm.csv')
  const reply = await ada.with({ accept: 'text/html' }).request({ method: 'POST', url, payload, headers })
  expect(reply.statusCode).toBe(422)
  expect(reply.headers['content-type']).toContain('text/html')
  expect(reply.body).toContain('The file is empty.')
})

test('an invalid file gets its own message even while another import is open, which gets a 409', async () => {
  const { id } = await insertBatch(story, 'contacts', 'review')
  const reply = await upload('contacts', '')
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    {
      error: 'Ada Lindqvist uploaded “crm.csv”, which is not finished. Import or cancel it first.',
      links: { self: `${url}/batches/${id}` },
    },
  ])
})

const peggyAndJose = csv('BUID,First Name,City', 'B00000001,Peggy,Durham', 'B00000002,José,Málaga')
const readAs = [
  ['B00000001', 'Peggy'],
  ['B00000002', 'José'],
]

test.each<[string, string | Buffer]>([
  ['UTF-8', peggyAndJose],
  ['UTF-8 with a byte order mark', `\ufeff${peggyAndJose}`],
  ['UTF-16 LE with a byte order mark', Buffer.from(`\ufeff${peggyAndJose}`, 'utf16le')],
  ['UTF-16 LE without a byte order mark', Buffer.from(peggyAndJose, 'utf16le')],
  ['UTF-16 BE with a byte order mark', utf16be(`\ufeff${peggyAndJose}`)],
  ['UTF-16 BE without a byte order mark', utf16be(peggyAndJose)],
  ['Windows-1252', Buffer.from(peggyAndJose, 'latin1')],
  [
    'Windows-1252 with an accented last byte',
    Buffer.from('BUID,City,First Name\nB00000001,,Peggy\nB00000002,,José'.replace('José', 'Jos\u00e9'), 'latin1'),
  ],
  ['CRLF', peggyAndJose.replaceAll('\n', '\r\n')],
  ['lone CR', peggyAndJose.replaceAll('\n', '\r')],
  ['a header in LF and rows in CRLF', peggyAndJose.replaceAll('\n', '\r\n').replace('\r', '')],
  ['a header in CRLF and rows in LF', peggyAndJose.replace('\n', '\r\n')],
  ['semicolons', peggyAndJose.replaceAll(',', ';')],
  ['tabs', peggyAndJose.replaceAll(',', '\t')],
  ['no last line break', peggyAndJose.trimEnd()],
  ['blank lines', peggyAndJose.replaceAll('\n', '\n\n   \n')],
  ['blank rows as spreadsheets write them', `${peggyAndJose},,\n , ,\n"","",""\n`],
  ['quotation marks around everything', peggyAndJose.replaceAll(/[^,\n]+/g, '"$&"')],
  ['spaces before the quotation marks', peggyAndJose.replaceAll(/[^,\n]+/g, ' "$&"')],
  ['spaces before the quotation marks of its rows only', peggyAndJose.replaceAll(/(Peggy|José)/g, ' "$1"')],
  ['two byte order marks before a quotation mark', `\ufeff\ufeff${peggyAndJose.replace('BUID', '"BUID"')}`],
  ['a delimiter line for Excel', `sep=;\r\n${peggyAndJose.replaceAll(',', ';')}`],
  [
    'a delimiter line after a byte order mark, with another delimiter',
    `\ufeffsep=|\n${peggyAndJose.replaceAll(',', '|')}`,
  ],
  ['zero-width characters in its header', peggyAndJose.replace('BUID', '\u200bBU\u00adID')],
  ['spaces after the quotation marks', peggyAndJose.replaceAll(/[^,\n]+/g, '"$&" ')],
  [
    'headers named __proto__ and constructor',
    peggyAndJose.replace('City', '__proto__').replace('BUID', 'constructor,BUID').replaceAll('\nB', '\n,B'),
  ],
  ['a blank column in the header', peggyAndJose.replace('City', '')],
  ['a header with a line break in it', peggyAndJose.replace('City', '"Mailing\r\nStreet; or box"')],
])('a file with %s is read correctly', async (_how, file) => {
  const batch = await scanFile('contacts', file)
  expect(batch).toMatchObject({ section: 'Review', error: null, counts: { rows: 2, new: 2 } })
  const { rows } = await page('contacts', batch.id)
  expect(rows!.map(({ key, name }) => [key, name])).toEqual(readAs)
})

test('a file with only a header is accepted, with no rows', async () => {
  expect(await scanFile('contacts', 'BUID,First Name')).toMatchObject({
    section: 'Review',
    counts: { rows: 0 },
    progress: { done: 0, total: 0 },
  })
})

test('line breaks inside quotation marks stay in the cell, and row numbers are correct', async () => {
  const batch = await scanFile(
    'contacts',
    csv('BUID,Street,City', 'B00000001,"12 Elm St\r\nApt 4\n",Durham', '', 'B2,,'),
  )
  const { rows } = await page('contacts', batch.id)
  expect(rows).toMatchObject([
    { line: 2, changes: [{}, { field: 'street', after: '12 Elm St\nApt 4' }, {}, {}, {}].slice(0, 3) },
    { line: 4, outcome: 'skipped' },
  ])
})

test('damaged rows are skipped with their line and reason, and their neighbors are read', async () => {
  const file = Buffer.concat([
    Buffer.from(csv('BUID,First Name,Last Name', 'B00000001,José,Álvarez', 'B00000002,Nul\0,Byte')),
    Buffer.from(csv('B00000003,Bro\u00edken,Byte'), 'latin1'),
    Buffer.from(
      csv(
        'B00000004,More,Cells,Than,There',
        'B00000005,Only',
        'B00000006,Trailing,Commas,,',
        'B00000007,"Robert "Bob" X",Jones',
        ',No,Buid',
        'X,Bad,Buid',
        'B00000008,Last,One',
      ),
    ),
  ])
  const batch = await scanFile('contacts', file)
  expect(batch.counts).toMatchObject({ rows: 10, new: 4, skipped: 6 })
  const { rows } = await page('contacts', batch.id, '?outcome=skipped')
  expect(rows!.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'The line has a NUL byte in it.'],
    [4, 'The line has characters that cannot be read; the file seems to mix encodings.'],
    [5, 'The line has 5 cells, but the header has 3.'],
    [8, 'A quotation mark in the middle of a quoted cell hides where the cell ends. It must be written twice.'],
    [9, 'BUID is blank.'],
    [10, 'BUID “X” is not B followed by eight digits.'],
  ])
})

test.each([
  [
    'in a row',
    csv('BUID,First Name', 'B00000001,Peggy', 'B00000002,"José', 'B00000003,Ann'),
    'A quotation mark in line 3 opens and never closes.',
  ],
  [
    'in the last row',
    'BUID,First Name\nB00000001,Peggy\nB00000002,"',
    'A quotation mark in line 3 opens and never closes.',
  ],
])('a quotation mark that opens %s and never closes fails the scan with its row', async (_where, file, message) => {
  const before = await readStoredState(story)
  const batch = await scanFile('contacts', file)
  expect(batch).toMatchObject({ section: 'Failed', error: message, counts: null, links: { issues: null } })
  expect((await readStoredState(story)).files).toHaveLength(before.files.length + 1)
})

test('amounts of money are dropped, and unknown columns are listed with samples', async () => {
  const file = csv(
    'BUID,AQB__Earnings__c,Lifetime Giving Amount,Shoe Size,Salary',
    'B00000001,98765,43210,44,1',
    'B2,98765,43210,45,1',
  )
  const batch = await scanFile('contacts', file)
  expect(batch).toMatchObject({
    refused_columns: ['AQB__Earnings__c', 'Lifetime Giving Amount', 'Salary'],
    unknown_columns: [{ header: 'Shoe Size', samples: ['44', '45'] }],
  })
  const issues = await ada.get(batch.links.issues!)
  expect(issues.body).toBe(
    '\ufeffBUID,Shoe Size,row,outcome,reason\r\nB00000001,44,2,new,The new person has no name.\r\nB2,45,3,skipped,BUID “B2” is not B followed by eight digits.\r\n',
  )
  expect(JSON.stringify(batch) + (await ada.get(batch.links.self)).body + story.logs.join('')).not.toMatch(
    /98765|43210/,
  )
})

test('only the wrappers of spreadsheets and our own apostrophe are removed', async () => {
  const batch = await scanFile(
    'contacts',
    csv(
      'BUID,First Name,Last Name,Street,Postal Code,Mobile Phone',
      `="B00000001",O'Neil,'t Hooft,'=12 Elm,="00123",'+1 919 555 0101`,
    ),
  )
  const { rows } = await page('contacts', batch.id)
  expect(rows![0]!.changes.map(({ after }) => after)).toEqual(
    ['B00000001', "O'Neil", "'t Hooft", '=12 Elm', '00123', '+1 919 555 0101', 'false', 'false', 'false'].slice(0, 6),
  )
})

test('the server answers others while it checks a hostile file', async () => {
  const hostile = upload('contacts', csv(`BUID,${columns(100_000, 'c')}`))
  const up = await app.inject('/up')
  expect(up.statusCode).toBe(200)
  expect((await hostile).statusCode).toBe(422)
})
