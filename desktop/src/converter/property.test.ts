import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { Conversion } from './conversion.ts'
import { generateEngagements, generateUnmatched } from './output-lines.ts'
import { readAttendees } from './read-attendees.ts'
import { RowReader } from './read-rows.ts'
import { FileRefusal } from './source.ts'
import { fileOf } from './testing/convert.ts'

const headers = [
  'Order #,Order Date,First Name,Surname,Email,Attendee #,Total Paid,Attendee Status',
  'Attended,User Name (Original Name),First Name,Last Name,Email,Join Time,Leave Time',
  'Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest',
  'name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at',
  'Timestamp,Email Address,Name',
  'Event Name,Event Date,Name,Email,Attended',
  'Who,Contact e-mail,Came?',
  'Volunteer,Shift,Contact',
  'Role,Name,Email,Participant',
  'Topic,Webinar ID,Actual Start Time,Actual Duration (minutes)',
]
const cells = [
  [
    '',
    ' ',
    '--',
    'yes',
    'No',
    'Checked In',
    'Attending',
    'x',
    '__proto__',
    'constructor',
    '=1+1',
    '\0',
    '\ud800',
    '\ufeff',
  ],
  [
    'a@example.org',
    'A@example.org',
    'b@example.org',
    'two@example.org',
    'Ann <a@example.org>',
    'mailto:b@example.org',
    'a@b@c',
    '@',
    'a@x; b@x',
  ],
  [
    'Ann',
    'Ann Lee',
    'Bob',
    'iPhone',
    'Zoë',
    '李',
    '="00123"',
    'o"brien',
    '"',
    '""',
    '"unclosed',
    'a\nb',
    'a\r\nb',
    'a,b;c\td',
  ],
  [
    '03/04/2026',
    '13/04/2026',
    '2026-10-03',
    'Mar 22, 2025 19:13:27',
    '09/19/2026 10:00:00 AM',
    '2026-02-30',
    '99/99/9999',
    '9'.repeat(400),
  ],
  ['Attendee Details', 'Host Details', 'Panelist Details'],
].flat()
const cell = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...cells) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
)
const row = fc.array(cell, { maxLength: 9 })
/** A correctly quoted line, a raw line, or a line with an extra quotation mark. */
const line = fc.tuple(row, fc.constantFrom('quoted', 'raw', 'torn')).map(([row, way]) => {
  if (way === 'quoted')
    return row.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
  return way === 'raw' ? row.join(',') : `"${row.join('"x,')}`
})
const file = fc.record({
  before: fc.array(line, { maxLength: 2 }),
  tables: fc.array(
    fc.record({
      title: fc.constantFrom('', '', 'Attendee Details,', 'Host Details', '\n', '\nVolunteers'),
      header: fc.constantFrom(...headers),
      lines: fc.array(line, { maxLength: 12 }),
    }),
    { maxLength: 3 },
  ),
  delimiter: fc.constantFrom(',', ',', ';', '\t', '|'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf8', 'utf8', 'latin1', 'utf16le'),
  pieceLength: fc.integer({ min: 1, max: 300 }),
})

function bytesOf({
  before,
  tables,
  delimiter,
  newline,
  encoding,
}: typeof file extends fc.Arbitrary<infer File> ? File : never): Uint8Array {
  const lines = [
    ...before,
    ...tables.flatMap(({ title, header, lines }) => [...(title ? [title] : []), header, ...lines]),
  ]
  return new Uint8Array(
    Buffer.from(lines.join('\n').replaceAll(',', delimiter).replaceAll('\n', newline), encoding as BufferEncoding),
  )
}

async function converted(bytes: Uint8Array, pieceLength: number) {
  const file = fileOf(bytes, pieceLength)
  let read = await readAttendees(file, { settings: {} })
  if ('guess' in read) read = await readAttendees(file, { settings: { columns: { email: 1, name: 0, status: 2 } } })
  if ('guess' in read) throw new Error('The columns were chosen.')
  const conversion = new Conversion(read)
  const person = (number: number) => ({ buid: `B0000000${number}`, display_name: 'P', class_year: null })
  await conversion.match(async (emails) => {
    for (const email of emails) expect(email).toMatch(/^[^@\s]+@[^@\s]+$/)
    return emails.map((email) => ({
      email,
      people: email.startsWith('two') ? [person(1), person(2)] : email.length % 3 ? [person(email.length % 9)] : [],
    }))
  }, {})
  return conversion
}

test('any file is either refused with a message, or each of its rows is counted exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(file, async (generated) => {
      const bytes = bytesOf(generated)
      let conversion: Conversion
      try {
        conversion = await converted(bytes, generated.pieceLength)
      } catch (error) {
        expect(error).toBeInstanceOf(FileRefusal)
        return
      }
      for (const date of [null, '2026-10-03']) {
        const { rows, converted, duplicates, notAttended, unmatched, broken, reasons } = conversion.totals(date)
        expect(converted + duplicates + notAttended + unmatched + broken).toBe(rows)
        expect(Object.values(reasons).reduce((sum, count) => sum + count, 0)).toBe(unmatched + broken)
        expect([...conversion.unmatched()].length).toBe(unmatched + broken)
        const sent = [...conversion.engagements({ activityCode: 'event_attended', description: '', date })]
        if (date) expect(sent.length).toBe(converted)
        expect(new Set(sent.map(({ buid, engagement_date }) => buid + engagement_date)).size).toBe(sent.length)
        for (const { engagement_date } of sent)
          expect(new Date(engagement_date).toISOString().slice(0, 10)).toBe(engagement_date)
        const out = [...generateEngagements(sent), ...generateUnmatched(conversion.unmatched())].join('')
        expect(out).not.toMatch(/(?:^|\r\n)(?:[^"\r\n]*,)?[=+@]/)
      }
      const { totals, days, statuses } = conversion.summary()
      const whole = await converted(bytes, bytes.length + 1)
      expect(whole.summary()).toEqual({ ...conversion.summary(), totals, days, statuses })
    }),
  )
})

test('rows that PapaParse wrote are read unchanged, in pieces of any length', () => {
  const table = fc.array(fc.array(fc.oneof(cell, fc.string()), { minLength: 2, maxLength: 5 }), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.integer({ min: 1, max: 40 }),
      (rows, delimiter, pieceLength) => {
        const text = Papa.unparse(rows, { delimiter, newline: '\n', quotes: false })
        const read: string[][] = []
        const reader = new RowReader({ delimiter, newline: '\n' }, (cells) => read.push(cells))
        for (let from = 0; from < text.length; from += pieceLength) reader.read(text.slice(from, from + pieceLength))
        reader.read('', true)
        const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '')
        expect(read.filter((cells) => !isBlank(cells))).toEqual(rows.filter((cells) => !isBlank(cells)))
      },
    ),
  )
})
