import { expect, test } from 'vitest'
import { Cancelled, Refused } from './source.ts'
import { columnsNeeded, convert, fileOf } from './testing/convert.ts'

const header = 'Event Name,Event Date,Name,Email,Attended'
const peggy = 'peggy.oneil@example.org'
const list = (...rows: string[]) => [header, ...rows].join('\n')
const attended = (email: string, name = 'Peggy O’Neil', day = '2026-10-03') => `Gala,${day},${name},${email},yes`

test.each([
  ['in capitals', 'PEGGY.ONEIL@EXAMPLE.ORG'],
  ['as a link', 'mailto:peggy.oneil@example.org?subject=Gala'],
  ['with a name', 'Peggy <peggy.oneil@example.org>'],
  ['as a formula of text', '"=""peggy.oneil@example.org"""'],
  ['with spaces that do not break', '\u00a0peggy.oneil@example.org\u200b '],
  ['in quotation marks', '"peggy.oneil@example.org"'],
  ['with a full stop behind it', 'peggy.oneil@example.org.'],
])('an address %s is hers', async (_, email) => {
  expect((await convert(list(attended(email)))).rowsFor()).toEqual([['B00000004', '2026-10-03', 'Gala']])
})

test.each([
  ['no-address', ''],
  ['no-address', '--'],
  ['no-address', 'n/a'],
  ['bad-address', 'peggy at example'],
  ['bad-address', 'a@b@c'],
  ['two-addresses', 'peggy.oneil@example.org; jose.alvarez@example.org'],
])('%s: %j', async (reason, email) => {
  expect((await convert(list(attended(email)))).unmatched).toEqual([[2, reason, 'Peggy O’Neil']])
})

const encoders: [string, (text: string) => Uint8Array][] = [
  ['UTF-8 with its mark', (text) => new Uint8Array(Buffer.from(`\ufeff${text}`))],
  ['UTF-16 with its mark', (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))],
  ['UTF-16 without it', (text) => new Uint8Array(Buffer.from(text, 'utf16le'))],
  ['UTF-16 the other way round', (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())],
  ['Windows-1252', (text) => new Uint8Array(Buffer.from(text, 'latin1'))],
]
test.each(encoders)(
  'a file in %s, with semicolons, tabs and any line break, in pieces of any length',
  async (_, encode) => {
    for (const delimiter of [',', ';', '\t'])
      for (const newline of ['\n', '\r\n', '\r']) {
        const text = `${list(attended('nobody@example.org', 'Zoë'), attended(peggy)).replaceAll('\u2019', "'").replaceAll(',', delimiter).replaceAll('\n', newline)}${newline}`
        for (const pieceLength of [1, 7, 1 << 16]) {
          const { unmatched, totals } = await convert(fileOf(encode(text), pieceLength))
          expect([totals.rows, totals.converted, unmatched]).toEqual([2, 1, [[2, 'nobody', 'Zoë']]])
        }
      }
  },
)

test('names tell whether an address is one person’s', async () => {
  const names = async (...all: string[]) => (await convert(list(...all.map((name) => attended(peggy, name))))).totals
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

test('two addresses of one person on one day are one engagement, on two days two', async () => {
  expect((await convert(list(attended(peggy), attended('moneil@hospital.example.org')))).totals).toMatchObject({
    converted: 1,
    duplicates: 1,
  })
  expect(
    (await convert(list(attended(peggy), attended('moneil@hospital.example.org', 'Peggy', '2026-10-04')))).totals,
  ).toMatchObject({ converted: 2, duplicates: 0 })
})

test('several people of an address wait until one is chosen; a choice can be none of them', async () => {
  const { conversion } = await convert(list(attended('smith.family@example.org', 'M. Smith')))
  const [waiting] = conversion.summary().waiting
  expect(waiting).toMatchObject({ name: 'M. Smith', line: 2, people: [{ buid: 'B00000007' }, { buid: 'B00000010' }] })
  expect(conversion.totals()).toMatchObject({ converted: 0, unmatched: 1, reasons: { several: 1 } })
  conversion.choose(waiting!.id, 'B00000099')
  expect(conversion.totals().converted).toBe(0)
  conversion.choose(waiting!.id, 'B00000010')
  expect(conversion.totals()).toMatchObject({ converted: 1, unmatched: 0 })
  conversion.choose(waiting!.id, null)
  expect(conversion.totals().reasons).toEqual({ 'none-of-several': 1 })
})

test('a day that can be read two ways is not guessed, unless another row or a person tells', async () => {
  const of = async (days: string[], isDayFirst?: boolean) => {
    const emails = [peggy, 'jose.alvarez@example.org', 'minh.nguyen@example.com']
    const rows = days.map((day, index) => attended(emails[index]!, 'X', `"${day}"`))
    return (await convert(list(...rows), isDayFirst === undefined ? {} : { isDayFirst })).summary.days
  }
  expect(await of(['03/04/2026'])).toEqual({
    told: [],
    untold: 1,
    ambiguous: { text: '03/04/2026', monthFirst: '2026-03-04', dayFirst: '2026-04-03' },
  })
  expect(await of(['03/04/2026'], true)).toEqual({ told: ['2026-04-03'], untold: 0 })
  expect((await of(['03/04/2026', '13/04/2026'])).told).toEqual(['2026-04-03', '2026-04-13'])
  expect((await of(['03/04/2026', '04/13/2026'])).told).toEqual(['2026-03-04', '2026-04-13'])
  expect(await of(['03/04/2026', '04/13/2026', '13/04/2026'])).toMatchObject({ told: ['2026-04-13'], untold: 1 })
  expect((await of(['9/9/2026', 'March 22, 2025', '22 Mar 2025'])).told).toEqual(['2025-03-22', '2026-09-09'])
  expect((await of(['2026/05/28 7:01:33 PM GMT+2', '28.05.2026', '2026-05-28T19:00:00'])).told).toEqual(['2026-05-28'])
  expect(await of(['02/30/2026', 'soon', ''])).toEqual({ told: [], untold: 3 })
})

test('damaged lines are counted with their reasons, and the lines around them are read', async () => {
  const { totals, unmatched } = await convert(
    list(
      attended(peggy),
      'Gala,2026-10-03,N\0ora,nora@example.org,yes',
      'Gala,2026-10-03,"Tom "the" Best",tom@example.org,yes',
      `${attended('jose.alvarez@example.org', 'José')},`,
      `${attended('minh.nguyen@example.com', 'Minh')},more`,
      'Gala,2026-10-03',
      '',
      ',,,,',
      attended('smith.family@example.org'),
    ),
  )
  expect(unmatched).toEqual([
    [3, 'broken-nul', ''],
    [4, 'broken-quote', ''],
    [6, 'broken-width', ''],
    [10, 'several', 'Peggy O’Neil'],
  ])
  expect(totals).toMatchObject({ rows: 7, converted: 2, notAttended: 1, broken: 3, unmatched: 1 })
})

test('a word that is not known is shown, counts for nobody, and is decided by a person', async () => {
  const rows = list(
    'Gala,2026-10-03,Peggy,peggy.oneil@example.org,Showed up!',
    'Gala,2026-10-03,José,jose.alvarez@example.org,no show',
  )
  const { summary, totals } = await convert(rows)
  expect(summary.statuses).toEqual([
    { word: 'Showed up!', rows: 1, isAttended: false, isKnown: false },
    { word: 'no show', rows: 1, isAttended: false, isKnown: true },
  ])
  expect(totals.notAttended).toBe(2)
  expect((await convert(rows, { statuses: { 'showedup!': true } })).totals.converted).toBe(1)
})

test.each([
  ['an empty file', '', 'This file is empty.'],
  ['blank lines', '\n\n\n', 'This file is empty.'],
  ['a workbook', 'PK\u0003\u0004xl', 'This is an Excel workbook or a zip file'],
  ['a PDF', '%PDF-1.7', 'This is a PDF'],
  [
    'a quotation mark that never closes',
    list(attended(peggy), 'Gala,"2026'),
    'A quotation mark in line 3 opens and never closes.',
  ],
  [
    'a report about the event alone',
    'Topic,Webinar ID,Actual Start Time\nGala,912,"Mar 22, 2025 19:00:05"\n',
    'There is no list of people in this file',
  ],
])('%s is refused with a sentence', async (_, content, sentence) => {
  const reading = convert(content)
  await expect(reading).rejects.toThrow(Refused)
  await expect(reading).rejects.toThrow(sentence)
})

test('a field without end is refused early, not read into memory', async () => {
  let pieces = 0
  const endless = {
    name: 'x.csv',
    size: 1e9,
    async *open() {
      yield new TextEncoder().encode(`${list(attended(peggy))}\nGala,"`)
      for (; pieces < 1000; pieces++) yield new Uint8Array(1 << 18).fill(97)
    },
  }
  await expect(convert(endless)).rejects.toThrow('Line 3 is longer than 1 MB.')
  expect(pieces).toBeLessThan(20)
})

test('reading stops when it is cancelled', async () => {
  let asked = 0
  const reading = convert(
    fileOf(list(...Array<string>(100).fill(attended(peggy))), 512),
    {},
    { isCancelled: () => asked++ > 3 },
  )
  await expect(reading).rejects.toThrow(Cancelled)
})

test('a header that nothing is known of is asked about; what stands above it is passed over', async () => {
  const needed = await columnsNeeded(
    'Guests of the gala\n\nWho,Contact e-mail,Amount,Came?\nPeggy,peggy.oneil@example.org,25,yes\n',
  )
  expect([needed.header, needed.guess]).toEqual([['Who', 'Contact e-mail', 'Amount', 'Came?'], { email: 1 }])
})
