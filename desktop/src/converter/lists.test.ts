import { findFittingPerson } from './fitting-names.ts'
import { expect, test } from 'vitest'
import { FileRefusal } from './source.ts'
import { columnsNeeded, convert, fileOf } from './testing/convert.ts'

const [peggy, jose, minh] = ['peggy.oneil@example.org', 'jose.alvarez@example.org', 'minh.nguyen@example.com']
const inNewYork = { timeZone: 'America/New_York' }

test('pretix: a time in “Checked in” means that the person attended on that day', async () => {
  const { summary, rowsFor, totals } = await convert(
    [
      '"Order code";"Attendee name";"Attendee name: Given name";"Attendee name: Family name";"Product";"Price";"Checked in";"Checked out";"Automatically checked in";"E-mail";"Phone number"',
      `"ABCDE";"José Álvarez";"José";"Álvarez";"Regular";"0,00";"2026-10-03 18:04:11";"";"No";"${jose}";"+1 617 555 0101"`,
      `"FGHIJ";"Peggy O’Neil";"Peggy";"O’Neil";"Regular";"0,00";"";"";"No";"${peggy}";""`,
    ].join('\r\n'),
  )
  expect(summary.statuses.map(({ text, isAttended, isKnown }) => [text, isAttended, isKnown])).toEqual([
    ['A date or time', true, true],
    ['', false, true],
  ])
  expect(rowsFor()).toEqual([['B00000001', '2026-10-03', null]])
  expect(totals).toMatchObject({ rows: 2, converted: 1, notAttended: 1 })
})

test('Hi.Events: “Is Checked In” takes precedence over the check-in time and the order’s status', async () => {
  const { rowsFor, totals } = await convert(
    [
      'ID,First Name,Last Name,Email,Status,Is Checked In,Checked In At,Ticket ID,Event ID,Created Date,Notes',
      `1,José,Álvarez,${jose},ACTIVE,Yes,2026-10-03 18:02:00,11,5,2026-09-01,`,
      `2,Peggy,O’Neil,${peggy},ACTIVE,No,,12,5,2026-09-01,`,
      `3,Minh,Nguyễn,${minh},CANCELLED,No,,13,5,2026-09-01,`,
    ].join('\n'),
  )
  expect(rowsFor()).toEqual([['B00000001', '2026-10-03', null]])
  expect(totals).toMatchObject({ converted: 1, notAttended: 2 })
})

test('Eventbrite in French: people who attended are separated from people who only intend to', async () => {
  const { summary, rowsFor } = await convert(
    [
      'N° de commande,Date de commande,Prénom,Nom de famille,Adresse e-mail,Type de billet,Statut du participant',
      `1,2026-09-24,José,Álvarez,${jose},Alumni,A participé`,
      `2,2026-09-24,Peggy,O’Neil,${peggy},Alumni,Participe`,
    ].join('\n'),
  )
  expect([summary.format, summary.statuses.every(({ isKnown }) => isKnown)]).toEqual(['Eventbrite', true])
  expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001'])
})

test('Google Forms in Spanish: a person who answers that they will not come is not recorded', async () => {
  const { summary, rowsFor } = await convert(
    [
      '"Marca temporal","Dirección de correo electrónico","Nombre","Apellidos","¿Asistirá?"',
      `"3/10/2026 18:02:11","${jose}","José","Álvarez","Sí"`,
      `"25/09/2026 9:01:00","${peggy}","Peggy","O’Neil","No"`,
    ].join('\n'),
  )
  expect([summary.format, summary.days]).toEqual(['Google Forms', { dates: [], undated: 1 }])
  expect(rowsFor('2026-10-03')).toEqual([['B00000001', '2026-10-03', null]])
})

test('Teams: the report names the meeting, people without an address are listed, and no one is counted twice', async () => {
  const report = [
    '1. Summary',
    'Meeting title\tWelcome online',
    'Attended participants\t2',
    'Start time\t10/23/26, 6:00:12 PM',
    'End time\t10/23/26, 7:10:00 PM',
    '',
    '2. Participants',
    'Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tParticipant ID (UPN)\tRole',
    `José Álvarez\t10/23/26, 6:01:00 PM\t10/23/26, 7:09:00 PM\t1h 8m\t${jose}\t${jose}\tPresenter`,
    'Peggy O’Neil (Guest)\t10/23/26, 6:05:00 PM\t10/23/26, 6:15:00 PM\t10m\t\t\tAttendee',
    '',
    '3. In-Meeting Activities',
    'Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole',
    `José Álvarez\t10/23/26, 6:01:00 PM\t10/23/26, 7:09:00 PM\t1h 8m\t${jose}\tPresenter`,
    '',
  ].join('\r\n')
  const { summary, rowsFor, unmatched } = await convert(
    fileOf(new Uint8Array(Buffer.from(`\ufeff${report}`, 'utf16le'))),
  )
  expect([summary.format, summary.events, summary.totals.rows]).toEqual(['Microsoft Teams', ['Welcome online'], 2])
  expect(rowsFor(null, summary.events[0])).toEqual([['B00000001', '2026-10-23', 'Welcome online']])
  expect(unmatched).toEqual([[10, 'no-address', 'Peggy O’Neil (Guest)']])
})

test('Tito: buyers and void tickets do not count as attendance, so the columns are asked', async () => {
  const tito = [
    'Number,Ticket Created Date,Ticket,Ticket Full Name,Ticket First Name,Ticket Last Name,Ticket Email,Event,Void Status,Price,Order Name,Order Email',
    `A1,2026-09-01,Alumni,José Álvarez,José,Álvarez,${jose},Homecoming,,0,Payer Person,payer@example.org`,
    `A2,2026-09-01,Alumni,Peggy O’Neil,Peggy,O’Neil,${peggy},Homecoming,Voided,0,Payer Person,payer@example.org`,
  ].join('\n')
  const { guess, header } = await columnsNeeded(tito)
  expect(Object.fromEntries(Object.entries(guess).map(([role, index]) => [role, header[index]]))).toEqual({
    email: 'Ticket Email',
    firstName: 'Ticket First Name',
    lastName: 'Ticket Last Name',
    eventName: 'Event',
  })
  const converted = await convert(tito, {
    columns: { ...guess, status: header.indexOf('Void Status') },
    statuses: { '': true },
  })
  expect(converted.rowsFor('2026-10-03')).toEqual([['B00000001', '2026-10-03', 'Homecoming']])
})

test.each([
  ['Email,Checked In At,Is Checked In', { email: 0, status: 2 }],
  ['E-Mail-Adresse,Vorname,Nachname,Anwesend', { email: 0, firstName: 1, lastName: 2, status: 3 }],
  ['Adresse e-mail,Prénom,Nom de famille', { email: 0, firstName: 1, lastName: 2 }],
  ['Dirección de correo electrónico,Event,Event Date', { email: 0, eventName: 1, eventDate: 2 }],
  ['Participant ID,Participant E-mail,Void Status', { email: 1 }],
  ['Buyer e-mail,Guest e-mail,Buyer first name,Guest first name', { email: 1, firstName: 3 }],
])('the columns of %s are recognized without asking', async (header, guess) => {
  const needed = await columnsNeeded(fileOf(`${header}\na,b,c`), { shouldAsk: true })
  expect(needed.guess).toEqual(guess)
})

test('times and dates in a status column are shown as one word, and a check-in in UTC keeps its local day', async () => {
  const cells = ['18:04', '6:04 PM', '10/03/2026', '2026-10-04T01:30:00Z', 'Oct 3, 2026 18:04:11', '']
  const { summary, rowsFor } = await convert(
    [
      'Email,Checked in',
      ...cells.map((cell, n) => `p${n}@example.org,"${cell}"`),
      `${jose},2026-10-04 01:30:00 UTC`,
    ].join('\n'),
    inNewYork,
  )
  expect(summary.statuses.map(({ text, rows }) => [text, rows])).toEqual([
    ['A date or time', 6],
    ['', 1],
  ])
  expect(rowsFor()).toEqual([['B00000001', '2026-10-03', null]])
})

test.each([
  ['America/New_York', '2026-06-10'],
  ['Pacific/Auckland', '2026-06-11'],
  ['Atlantis/Sunken', expect.stringMatching(/^2026-06-1[01]$/)],
])('a check-in in UTC has the local day of an office in %s', async (timeZone, day) => {
  const luma = `name,email,approval_status,checked_in_at\nPeggy,${peggy},approved,2026-06-11T03:05:00.000Z`
  expect((await convert(luma, { timeZone })).rowsFor()).toEqual([['B00000004', day, null]])
})

test('if the file names the day of the event, a check-in after midnight belongs to that day', async () => {
  const list = `Event Date,Email,Checked in at\n2026-10-03,${jose},2026-10-04 00:20:00`
  expect((await convert(list)).rowsFor()).toEqual([['B00000001', '2026-10-03', null]])
})

test('words of attendance beyond the first 200 are combined, while known words still count', async () => {
  const rows = Array.from({ length: 400 }, (_, n) => `guest${n}@example.org,seat ${n}`)
  const list = ['Email,Attended', ...rows, `${jose},yes`].join('\n')
  const { summary, rowsFor } = await convert(list)
  expect(summary.statuses.length).toBe(202)
  expect(summary.statuses[0]).toEqual({ text: 'Any other word', rows: 200, isAttended: false, isKnown: false })
  expect(rowsFor('2026-10-03')).toEqual([['B00000001', '2026-10-03', null]])
  const { totals } = await convert(list, { statuses: { anyotherword: true } })
  expect(totals).toMatchObject({ unmatched: 200, notAttended: 200 })
})

test('a row with one cell too many is not taken as the header, and is damaged only if its attendance may have moved', async () => {
  const ragged = `E-mail,First Name,Last Name,Came\n${jose},José,Álvarez,Yes\n${minh},Minh,Nguyễn, Jr.,Yes\n${peggy},Peggy,O’Neil,Yes\n`
  const { rowsFor, unmatched } = await convert(ragged)
  expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001', 'B00000004'])
  expect(unmatched).toEqual([[3, 'broken-width', '']])
  const withNotes = `E-mail;First Name;Last Name\n${jose};José;Álvarez;vegetarian;late\n${peggy};Peggy;O’Neil\n`
  const { totals, summary } = await convert(withNotes)
  expect([summary.hasStatus, totals]).toMatchObject([false, { rows: 2, converted: 2, broken: 0 }])
})

test('a person can choose the header line or none, and the remembered key contains no word of the file', async () => {
  const list = `Gäste\nWer;Kontakt\nPeggy;${peggy}\nJosé;${jose}\n`
  const needed = await columnsNeeded(list)
  expect([needed.headerLine, needed.header, needed.guess]).toEqual([2, ['Wer', 'Kontakt'], { email: 1 }])
  expect(needed.headerKey).toMatch(/^[0-9a-f]{32}$/)
  const other = await columnsNeeded(list, { headerLine: 3 })
  expect([other.headerLine, other.header, other.preview]).toEqual([3, ['Peggy', peggy], [['José', jose]]])
  expect(other.headerKey).not.toBe(needed.headerKey)

  const bare = `Peggy;${peggy}\nJosé;${jose}\n`
  const none = await columnsNeeded(bare)
  expect([none.headerLine, none.headerKey, none.header, none.guess]).toEqual([0, undefined, ['', ''], { email: 1 }])
  const { totals } = await convert(bare, { columns: { email: 1, name: 0 }, headerLine: 0 })
  expect(totals).toMatchObject({ rows: 2, converted: 2 })
})

test('columns that were chosen by hand are asked again on request', async () => {
  const list = `Email,Attended\n${jose},yes\n`
  expect((await convert(list)).summary.format).toBe('Attendee list')
  expect((await columnsNeeded(list, { shouldAsk: true })).guess).toEqual({ email: 0, status: 1 })
})

test('unmatched people beyond the displayed ones are counted, and so are those at shared addresses', async () => {
  const guests = Array.from({ length: 600 }, (_, n) => `guest${n}@example.org,yes`)
  const { conversion } = await convert(['Email,Attended', ...guests, 'smith.family@example.org,yes'].join('\n'))
  const { unmatched, waiting } = conversion.summary()
  expect([unmatched.total, unmatched.chosen, unmatched.shown.length]).toEqual([600, 0, 500])
  expect([waiting.total, waiting.chosen, waiting.shown.length]).toEqual([1, 0, 1])
  conversion.identify(2, { buid: 'B00000021', display_name: 'Ann Lee', class_year: 1999 })
  conversion.choose(waiting.shown[0]!.id, 'B00000007')
  const after = conversion.summary()
  expect([after.unmatched.total, after.unmatched.chosen, after.waiting.chosen]).toEqual([600, 1, 1])
})

test('one step chooses everyone whose name matches one person; each choice can be changed, and the rest undone', async () => {
  const list = [
    'Email,Name,Attended',
    'smith.family@example.org,SMITH MARY,yes',
    'reyes@example.org,Anita Vega,yes',
    'lee@example.org,Ann Lee,yes',
    `${jose},José Álvarez,yes`,
  ].join('\n')
  const { conversion } = await convert(list)
  const choices = () => conversion.summary().waiting.shown.map(({ chosen }) => chosen)
  expect(conversion.summary().waiting).toMatchObject({ total: 3, chosen: 0, fitting: 2, taken: 0 })
  expect(conversion.totals()).toMatchObject({ converted: 1, unmatched: 3 })

  conversion.chooseFitting()
  expect(choices()).toEqual(['B00000007', 'B00000031', undefined])
  expect(conversion.summary().waiting).toMatchObject({ chosen: 2, fitting: 0, taken: 2 })
  expect(conversion.totals()).toMatchObject({ converted: 3, unmatched: 1 })

  const [mary] = conversion.summary().waiting.shown
  conversion.choose(mary!.id, 'B00000010')
  expect(conversion.summary().waiting).toMatchObject({ chosen: 2, taken: 1 })
  conversion.undoFitting()
  expect(choices()).toEqual(['B00000010', undefined, undefined])
  expect(conversion.summary().waiting).toMatchObject({ chosen: 1, fitting: 1, taken: 0 })
})

test.each([
  ['Peggy O’Neil', 'Dr. Margaret "Peggy" Ann (Jones) O\'Neil Jr.', true],
  ['margaret jones', 'Dr. Margaret "Peggy" Ann (Jones) O\'Neil Jr.', true],
  ['Margaret A. ONeil', 'Dr. Margaret "Peggy" Ann (Jones) O\'Neil Jr.', true],
  ['Peggy', 'Peggy O’Neil', false],
  ['P. O’Neil', 'Peggy O’Neil', false],
  ['Jose Alvarez', 'José Álvarez', true],
  ['José José', 'José Álvarez', false],
  ['', 'José Álvarez', false],
])('the name %s fits %s: %s', (attendee, display_name, isFitting) => {
  const person = { buid: 'B00000001', display_name, class_year: null }
  const other = { buid: 'B00000002', display_name: 'Tom Other', class_year: null }
  expect(findFittingPerson(attendee, [other, person])).toBe(isFitting ? person : undefined)
})

test.each([
  [
    'the first line, although a later one is longer',
    'Wer;Jahr\nPeggy O’Neil;2012\nJosé Álvarez;2011;late\nMinh;2015\n',
    1,
  ],
  [
    'the line with a known name, although one above is longer',
    'Gala;Boston;2026\nJahr;Name\n2012;Peggy\n2011;José\n',
    2,
  ],
])('the header of a list without any address is %s', async (_, list, headerLine) => {
  expect(await columnsNeeded(list)).toMatchObject({ headerLine, hasAddresses: false })
})

test.each([
  ['zero-width characters', `Email,Name,Attended\n\u200b${jose}\u200b,Jo\u00adsé,\u200bYes\nmailto:${peggy},Peggy,Yes`],
  [
    'spaces before quotation marks',
    `Email, "Name", "Attended"\n${jose}, "Álvarez, José", "Yes"\n"${peggy}", "O’Neil, Peggy", "Yes"`,
  ],
  [
    'two byte order marks',
    `\ufeff\ufeff"Email","Name","Attended"\r\n"${jose}","José","Yes"\r\n"${peggy}","Peggy","Yes"`,
  ],
  ['a delimiter line for Excel', `sep=;\r\nEmail;Name;Attended\r\n${jose};José;Yes\r\n${peggy};Peggy;Yes`],
])('%s are ignored', async (_, list) => {
  for (const pieceLength of [1, 1 << 16]) {
    const { rowsFor } = await convert(fileOf(list, pieceLength))
    expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001', 'B00000004'])
  }
})

test.each([
  ['<meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><table>', 'an Excel table saved as a web page'],
  ['<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', 'an Excel table saved as XML'],
  ['[{"email": "jose.alvarez@example.org"}]', 'a JSON document'],
  ['BEGIN:VCARD\r\nEMAIL:jose.alvarez@example.org', 'vCards'],
])('the refusal of %s names the kind of file', async (content, name) => {
  const reading = convert(content)
  await expect(reading).rejects.toThrow(FileRefusal)
  await expect(reading).rejects.toThrow(name)
})
