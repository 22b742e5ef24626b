import { expect, test } from 'vitest'
import { FileRefusal } from './source.ts'
import { columnsNeeded, convert, fileOf } from './testing/convert.ts'

const header = 'Event Name,Event Date,Name,Email,Attended'
const peggy = 'peggy.oneil@example.org'
const list = (...rows: string[]) => [header, ...rows].join('\n')
const attendeeLine = (email: string, name = 'Peggy O’Neil', day = '2026-10-03') => `Gala,${day},${name},${email},yes`

test.each([
  ['in capitals', 'PEGGY.ONEIL@EXAMPLE.ORG'],
  ['as a link', 'mailto:peggy.oneil@example.org?subject=Gala'],
  ['with a name', 'Peggy <peggy.oneil@example.org>'],
  ['as a text formula', '"=""peggy.oneil@example.org"""'],
  ['with non-breaking spaces', '\u00a0peggy.oneil@example.org\u200b '],
  ['in quotation marks', '"peggy.oneil@example.org"'],
  ['with a full stop after it', 'peggy.oneil@example.org.'],
])('an address %s is recognized', async (_, email) => {
  expect((await convert(list(attendeeLine(email)))).rowsFor()).toEqual([['B00000004', '2026-10-03', 'Gala']])
})

test.each([
  ['no-address', ''],
  ['no-address', '--'],
  ['no-address', 'n/a'],
  ['bad-address', 'peggy at example'],
  ['bad-address', 'a@b@c'],
  ['two-addresses', 'peggy.oneil@example.org; jose.alvarez@example.org'],
])('an unusable address is listed as %s: %j', async (reason, email) => {
  expect((await convert(list(attendeeLine(email)))).unmatched).toEqual([[2, reason, 'Peggy O’Neil']])
})

const encoders: [string, (text: string) => Uint8Array][] = [
  ['UTF-8 with a byte order mark', (text) => new Uint8Array(Buffer.from(`\ufeff${text}`))],
  ['UTF-16 with a byte order mark', (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))],
  ['UTF-16 without a byte order mark', (text) => new Uint8Array(Buffer.from(text, 'utf16le'))],
  ['big-endian UTF-16', (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())],
  ['Windows-1252', (text) => new Uint8Array(Buffer.from(text, 'latin1'))],
]
test.each(encoders)(
  'a file in %s is read with semicolons, tabs and any line break, in pieces of any length',
  async (_, encode) => {
    for (const delimiter of [',', ';', '\t'])
      for (const newline of ['\n', '\r\n', '\r']) {
        const text = `${list(attendeeLine('nobody@example.org', 'Zoë'), attendeeLine(peggy)).replaceAll('\u2019', "'").replaceAll(',', delimiter).replaceAll('\n', newline)}${newline}`
        for (const pieceLength of [1, 7, 1 << 16]) {
          const { unmatched, totals } = await convert(fileOf(encode(text), pieceLength))
          expect([totals.rows, totals.converted, unmatched]).toEqual([2, 1, [[2, 'no-match', 'Zoë']]])
        }
      }
  },
)

test('the names at an address show whether one person uses it', async () => {
  const names = async (...all: string[]) =>
    (await convert(list(...all.map((name) => attendeeLine(peggy, name))))).totals
  expect(
    await names('Peggy O’Neil', 'PEGGY ONEIL', 'P. O’Neil', 'Peggy (Margaret O’Neil)', '', 'iPhone'),
  ).toMatchObject({ converted: 1, duplicates: 5 })
  expect(await names('Peggy O’Neil', 'Tom O’Neil', 'Peggy O’Neil')).toMatchObject({
    converted: 0,
    duplicates: 1,
    unmatched: 2,
    reasons: { 'shared-address': 2 },
  })
})

test('two addresses of one person on one day are one engagement, and on two days two engagements', async () => {
  expect((await convert(list(attendeeLine(peggy), attendeeLine('moneil@hospital.example.org')))).totals).toMatchObject({
    converted: 1,
    duplicates: 1,
  })
  expect(
    (await convert(list(attendeeLine(peggy), attendeeLine('moneil@hospital.example.org', 'Peggy', '2026-10-04'))))
      .totals,
  ).toMatchObject({ converted: 2, duplicates: 0 })
})

test('a row with an address of several people waits until someone chooses one of them or none', async () => {
  const { conversion } = await convert(list(attendeeLine('smith.family@example.org', 'M. Smith')))
  const [waiting] = conversion.summary().waiting.shown
  expect(waiting).toMatchObject({ name: 'M. Smith', line: 2, people: [{ buid: 'B00000007' }, { buid: 'B00000010' }] })
  expect(conversion.totals()).toMatchObject({ converted: 0, unmatched: 1, reasons: { several: 1 } })
  conversion.choose(waiting!.id, 'B00000099')
  expect(conversion.totals().converted).toBe(0)
  conversion.choose(waiting!.id, 'B00000010')
  expect(conversion.totals()).toMatchObject({ converted: 1, unmatched: 0 })
  conversion.choose(waiting!.id, null)
  expect(conversion.totals().reasons).toEqual({ 'none-of-several': 1 })
})

test('an ambiguous date is not guessed unless another row or a person decides it', async () => {
  const readDays = async (days: string[], isDayFirst?: boolean) => {
    const emails = [peggy, 'jose.alvarez@example.org', 'minh.nguyen@example.com']
    const rows = days.map((day, index) => attendeeLine(emails[index]!, 'X', `"${day}"`))
    return (await convert(list(...rows), isDayFirst === undefined ? {} : { isDayFirst })).summary.days
  }
  expect(await readDays(['03/04/2026'])).toEqual({
    dates: [],
    undated: 1,
    ambiguous: { text: '03/04/2026', monthFirst: '2026-03-04', dayFirst: '2026-04-03' },
  })
  expect(await readDays(['03/04/2026'], true)).toEqual({ dates: ['2026-04-03'], undated: 0 })
  expect((await readDays(['03/04/2026', '13/04/2026'])).dates).toEqual(['2026-04-03', '2026-04-13'])
  expect((await readDays(['03/04/2026', '04/13/2026'])).dates).toEqual(['2026-03-04', '2026-04-13'])
  expect(await readDays(['03/04/2026', '04/13/2026', '13/04/2026'])).toMatchObject({
    dates: ['2026-04-13'],
    undated: 1,
  })
  expect((await readDays(['9/9/2026', 'March 22, 2025', '22 Mar 2025'])).dates).toEqual(['2025-03-22', '2026-09-09'])
  expect((await readDays(['2026/05/28 7:01:33 PM GMT+2', '28.05.2026', '2026-05-28T19:00:00'])).dates).toEqual([
    '2026-05-28',
  ])
  expect(await readDays(['02/30/2026', 'soon', ''])).toEqual({ dates: [], undated: 3 })
})

test('damaged lines are counted with their reasons, and the lines around them are read', async () => {
  const { totals, unmatched } = await convert(
    list(
      attendeeLine(peggy),
      'Gala,2026-10-03,N\0ora,nora@example.org,yes',
      'Gala,2026-10-03,"Tom "the" Best",tom@example.org,yes',
      `${attendeeLine('jose.alvarez@example.org', 'José')},`,
      `${attendeeLine('minh.nguyen@example.com', 'Minh')},more`,
      'Gala,2026-10-03',
      '',
      ',,,,',
      attendeeLine('smith.family@example.org'),
    ),
  )
  expect(unmatched).toEqual([
    [3, 'broken-nul', ''],
    [4, 'broken-quote', ''],
    [6, 'broken-width', ''],
    [7, 'broken-short', ''],
    [10, 'several', 'Peggy O’Neil'],
  ])
  expect(totals).toMatchObject({ rows: 7, converted: 2, notAttended: 0, broken: 4, unmatched: 1 })
})

test('an unknown word of attendance is shown and does not count until a person decides', async () => {
  const rows = list(
    'Gala,2026-10-03,Peggy,peggy.oneil@example.org,Showed up!',
    'Gala,2026-10-03,José,jose.alvarez@example.org,no show',
  )
  const { summary, totals } = await convert(rows)
  expect(summary.statuses).toEqual([
    { text: 'Showed up!', rows: 1, isAttended: false, isKnown: false },
    { text: 'no show', rows: 1, isAttended: false, isKnown: true },
  ])
  expect(totals.notAttended).toBe(2)
  expect((await convert(rows, { statuses: { 'showedup!': true } })).totals.converted).toBe(1)
})

test.each([
  ['an empty file', '', 'This file is empty.'],
  ['blank lines', '\n\n\n', 'This file is empty.'],
  ['a workbook', 'PK\u0003\u0004xl', 'This is an Excel workbook or a zip archive'],
  ['a PDF', '%PDF-1.7', 'This is a PDF'],
  [
    'a report about the event only',
    'Topic,Webinar ID,Actual Start Time\nGala,912,"Mar 22, 2025 19:00:05"\n',
    'This file has no list of people',
  ],
])('%s is refused with a message', async (_, content, message) => {
  const reading = convert(content)
  await expect(reading).rejects.toThrow(FileRefusal)
  await expect(reading).rejects.toThrow(message)
})

const jose = 'jose.alvarez@example.org'
test.each([
  ['opens and never closes', ['Gala,2026-10-03,"Tom,tom@example.org,yes', attendeeLine(jose, 'José')]],
  [
    'closes in the same column of the next row',
    ['Gala,2026-10-03,"Tom,t@example.org,yes', `Gala,2026-10-03,"José",${jose},yes`],
  ],
  [
    'reaches into a row with a quoted last cell',
    ['Gala,2026-10-03,"Tom,t@example.org,yes', `Gala,2026-10-03,José,${jose},"yes"`, attendeeLine(jose, 'José')],
  ],
  ['is in the middle of a cell', ['Gala,2026-10-03,"Tom "the" Best",tom@example.org,yes', attendeeLine(jose, 'José')]],
  [
    'is closed in a later row',
    ['Gala,2026-10-03,"Tom,t@example.org,yes', attendeeLine(jose, 'José'), 'Gala,,"X",,no', attendeeLine(jose, 'José')],
  ],
])('a quotation mark that %s damages only its own line', async (_, rows) => {
  for (const newline of ['\n', '\r\n', '\r'])
    for (const pieceLength of [1, 50, 1 << 16]) {
      const text = list(attendeeLine(peggy), ...rows).replaceAll('\n', newline)
      const { totals, unmatched, rowsFor } = await convert(fileOf(text, pieceLength))
      expect(unmatched).toEqual([[3, 'broken-quote', '']])
      expect([totals.rows, totals.broken]).toEqual([rows.length + 1, 1])
      expect(rowsFor().map(([buid]) => buid)).toEqual(['B00000004', 'B00000001'])
    }
})

test('every line of a torn cell is damaged, and none of them becomes a person', async () => {
  const { unmatched, rowsFor } = await convert(
    list('Gala,2026-10-03,"Tom', 'the "best', `friend",${jose},yes`, attendeeLine(peggy), '', attendeeLine(peggy)),
  )
  expect(unmatched.map(([line, reason]) => [line, reason])).toEqual([2, 3, 4].map((line) => [line, 'broken-quote']))
  expect(rowsFor().map(([buid]) => buid)).toEqual(['B00000004'])
})

function repeatedSource(first: string, piece: string, pieces: number) {
  const read = { pieces: 0 }
  const source = {
    name: 'x.csv',
    size: 1e9,
    async *open() {
      yield new TextEncoder().encode(first)
      for (; read.pieces < pieces; read.pieces++) yield new TextEncoder().encode(piece)
    },
  }
  return { source, read }
}

test('rows after a quotation mark that never closes are read one megabyte at a time', async () => {
  const rows = `${attendeeLine(peggy)}\n`.repeat(2000)
  const { source } = repeatedSource(`${list('Gala,2026-10-03,"Tom,tom@example.org,yes')}\n`, rows, 50)
  const { totals, unmatched } = await convert(source)
  expect(unmatched).toEqual([[2, 'broken-quote', '']])
  expect(totals).toMatchObject({ rows: 100_001, converted: 1, duplicates: 99_999, broken: 1 })
})

test('torn lines are all counted in a single pass', async () => {
  const { source } = repeatedSource(`${header}\n`, 'Gala,2026-10-03,"Tom,tom@example.org,yes\n'.repeat(2000), 10)
  expect((await convert(source)).totals).toMatchObject({ rows: 20_000, broken: 20_000 })
})

test('a line without end is refused early instead of being read into memory', async () => {
  const { source, read } = repeatedSource(`${list(attendeeLine(peggy))}\nGala,"`, 'a'.repeat(1 << 18), 1000)
  await expect(convert(source)).rejects.toThrow('Line 3 is longer than 1 MB')
  expect(read.pieces).toBeLessThan(20)
})

test.each([
  [
    'attended',
    true,
    'Yes, Y, TRUE, 1, x, Attended, present, Participated, joined, Checked In, check-in, arrived, Scanned, ✓',
  ],
  [
    'did not attend',
    false,
    'No, n, FALSE, 0, No-show, absent, Not attended, Not Attending, did not attend, Cancelled, canceled, Declined, Refunded, deleted, Registered, Attending, Going, maybe, Invited, Waitlisted, pending, Approved, Accepted, confirmed, Not checked in, Host, Panelist, unknown',
  ],
])('known words of platforms show who %s', async (_, isAttended, words) => {
  const rows = words.split(', ').map((text) => `Gala,2026-10-03,Peggy,${peggy},${text}`)
  const { summary } = await convert(list(...rows))
  expect(summary.statuses.map((status) => [status.text, status.isAttended, status.isKnown])).toEqual(
    summary.statuses.map(({ text }) => [text, isAttended, true]),
  )
})

test('an unknown header is asked about, and lines above it are skipped', async () => {
  const needed = await columnsNeeded(
    'Guests of the gala\n\nWho,Contact e-mail,Amount,Turned up?\nPeggy,peggy.oneil@example.org,25,yes\n',
  )
  expect([needed.header, needed.guess]).toEqual([['Who', 'Contact e-mail', 'Amount', 'Turned up?'], { email: 1 }])
})
