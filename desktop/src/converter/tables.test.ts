import { expect, test } from 'vitest'
import { columnsNeeded, convert, fileOf } from './testing/convert.ts'

const [peggy, jose, minh] = ['peggy.oneil@example.org', 'jose.alvarez@example.org', 'minh.nguyen@example.com']
const siobhan = 'siobhan.byrne@example.org'
const words = ({ statuses }: { statuses: { text: string; rows: number; isAttended: boolean }[] }) =>
  statuses.map(({ text, rows, isAttended }) => [text, rows, isAttended])

test('GoToWebinar: the staff have their own table and count only if a person says so', async () => {
  const report = [
    'Attendee Report',
    'Webinar Name,Webinar ID,Actual Start Date/Time',
    'Careers,123-456-789,"2026-10-03 12:00 PM EDT"',
    '',
    'Attendee Details',
    'Attended,Interest Rating,First Name,Last Name,Email Address,Join Time,Leave Time',
    `Yes,50,José,Álvarez,${jose},"2026-10-03 12:00 PM EDT","2026-10-03 01:00 PM EDT"`,
    `No,,Minh,Nguyễn,${minh},,`,
    '',
    'Staff Details',
    'Attended,Name,Email Address,Join Time,Leave Time',
    `Yes,Siobhán Byrne,${siobhan},"2026-10-03 11:50 AM EDT","2026-10-03 01:05 PM EDT"`,
  ].join('\r\n')
  const { summary, rowsFor, totals } = await convert(report)
  expect(rowsFor()).toEqual([['B00000001', '2026-10-03', null]])
  expect(totals).toMatchObject({ rows: 3, converted: 1, notAttended: 2, broken: 0 })
  expect(words(summary)).toEqual([
    ['Yes', 1, true],
    ['No', 1, false],
    ['Staff', 1, false],
  ])
  const withStaff = await convert(report, { statuses: { yes: true, staff: true } })
  expect(withStaff.rowsFor().map(([buid]) => buid)).toEqual(['B00000001', 'B00000003'])
})

test('Webex and Collaborate: a host or moderator does not count as an attendee', async () => {
  const webex = [
    'Meeting Name\tDisplay Name\tFirst Name\tLast Name\tRole\tAttendee Email\tJoin Time\tLeave Time\tSession Name',
    `"Book club"\t"José A."\t"José"\t"Álvarez"\t"Attendee"\t"${jose}"\t="2026-10-03 18:01:00"\t="2026-10-03 19:00:00"\t"Main"`,
    `"Book club"\t"Siobhán"\t"Siobhán"\t"Byrne"\t"Host"\t"${siobhan}"\t="2026-10-03 17:55:00"\t="2026-10-03 19:00:00"\t"Main"`,
  ].join('\r\n')
  const meeting = await convert(fileOf(new Uint8Array(Buffer.from(`\ufeff${webex}`, 'utf16le'))))
  expect([meeting.summary.format, meeting.summary.events]).toEqual(['Online meeting', ['Book club']])
  expect(meeting.rowsFor()).toEqual([['B00000001', '2026-10-03', 'Book club']])
  expect(words(meeting.summary)).toEqual([['Host', 1, false]])

  const collaborate = await convert(
    [
      'SessionDate,SessionName,NameOfAttendee,FirstNameOfAttendee,LastNameOfAttendee,EmailOfAttendee,Username,AttendeeRole,AttendeeFirstJoinTime,AttendeeLastLeaveTime',
      `2026-03-10 22:00,Book club,J.,José,Álvarez,${jose},jalvarez,Participant,2026-03-10 22:01,2026-03-10 23:00`,
      `2026-03-10 22:00,Book club,S.,Siobhán,Byrne,${siobhan},sbyrne,Moderator,2026-03-10 21:55,2026-03-10 23:10`,
    ].join('\n'),
  )
  expect(collaborate.conversion.summary().totals).toMatchObject({ rows: 2, converted: 1, notAttended: 1 })
  expect(collaborate.rowsFor()).toEqual([['B00000001', '2026-03-10', 'Book club']])
})

test('a second table with known columns is read by its own header', async () => {
  const { rowsFor, totals } = await convert(
    `Name,Email,Attended\nJosé,${jose},Yes\n\nFirst Name,Last Name,Email,Checked In\nMinh,Nguyễn,${minh},Yes\n`,
  )
  expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001', 'B00000005'])
  expect(totals).toMatchObject({ rows: 2, converted: 2 })
})

test.each([
  ['Name,Email,Attended', 'Yes'],
  ['Name,Email', ''],
])('the lines of a second table with unknown columns are listed as damaged (header: %s)', async (header, yes) => {
  const { rowsFor, totals, unmatched } = await convert(
    `${header}\nJosé,${jose},${yes}\n\nVolunteer,Shift,Contact\nSiobhán,Morning,${siobhan}\nMinh,Evening,${minh}\n\n${header}\nPeggy,${peggy},${yes}\n`,
  )
  expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001', 'B00000004'])
  expect(unmatched).toEqual([
    [5, 'broken-table', ''],
    [6, 'broken-table', ''],
  ])
  expect(totals).toMatchObject({ rows: 4, converted: 2, broken: 2 })
})

test('the title of a later table is a word that a person decides about', async () => {
  const list = `Name,Email,Attended\nJosé,${jose},Yes\n\nVolunteers\nName,Email,Attended\nMinh,${minh},Yes\nPeggy,${peggy},No\n`
  const { summary, rowsFor } = await convert(list)
  expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001'])
  expect(summary.statuses).toContainEqual({ text: 'Volunteers', rows: 2, isAttended: false, isKnown: false })
  const decided = await convert(list, { statuses: { yes: true, volunteers: true } })
  expect(decided.rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001', 'B00000005'])
})

test('blank lines between people do not start a new table', async () => {
  const { rowsFor, totals, unmatched } = await convert(
    `Name,Email,Attended\nJosé,${jose},Yes\n\nMinh,${minh},Yes\n\nAnn,ann at home,Yes\nPeggy,${peggy},Yes\n\nBob Best,,\n\nTom Last,,\n`,
  )
  expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001', 'B00000005', 'B00000004'])
  expect(unmatched).toEqual([[6, 'bad-address', 'Ann']])
  expect(totals).toMatchObject({ rows: 6, converted: 3, unmatched: 1, notAttended: 2 })
})

const headerOf = ({ guess, header }: Awaited<ReturnType<typeof columnsNeeded>>) =>
  Object.fromEntries(Object.entries(guess).map(([role, index]) => [role, header[index]]))

test('Microsoft Forms: “anonymous” is not an address, so the column with addresses is proposed', async () => {
  const list = [
    'ID,Start time,Completion time,Email,Name,What is your e-mail address?,Kontakt',
    `1,9/5/26 10:11:12,9/5/26 10:12:12,anonymous,,${jose},Boston`,
    `2,9/5/26 10:13:12,9/5/26 10:14:12,anonymous,,${minh},Miami`,
  ].join('\n')
  expect(headerOf(await columnsNeeded(list))).toMatchObject({ email: 'What is your e-mail address?' })
  const renamed = list.replace('What is your e-mail address?', 'How do we reach you?')
  expect(headerOf(await columnsNeeded(renamed))).toMatchObject({ email: 'How do we reach you?' })
  expect(headerOf(await columnsNeeded(renamed.replaceAll('anonymous', minh)))).toMatchObject({ email: 'Email' })
})

test('the buyer’s address column is not proposed if there is another one', async () => {
  const { guess } = await columnsNeeded(`Order contact,Who,Reach\n${peggy},José,${jose}\n${peggy},Minh,${minh}\n`)
  expect(guess).toEqual({ email: 2 })
})

test('a column of running numbers is not proposed as attendance, but 0 and 1 are read as attendance', async () => {
  const list = (...numbers: number[]) =>
    `Participant,Name,Email\n${numbers.map((each, index) => `${each},${index},${[jose, minh, peggy][index]}`).join('\n')}\n`
  expect(headerOf(await columnsNeeded(list(1, 2, 3)))).toEqual({ name: 'Name', email: 'Email' })
  expect((await convert(list(1, 0))).rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001'])
})

test.each([
  ['Will you attend?', 'Jotform'],
  ['going', 'WordPress'],
  ['Will you be joining us on 3 October?', 'Typeform'],
  ['RSVP', 'a list'],
  ['¿Asistirá a la cena?', 'a form in Spanish'],
])(
  'the column “%s” of %s tells intentions, so it is proposed and asked about even if everything else is clear',
  async (question) => {
    const list = `Name,Email,${question}\nJosé,${jose},Yes\nMinh,${minh},No\n`
    const needed = await columnsNeeded(list)
    expect(headerOf(needed)).toEqual({ name: 'Name', email: 'Email', status: question })
    const { rowsFor, totals } = await convert(list, { columns: needed.guess, headerLine: 1 })
    expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001'])
    expect(totals).toMatchObject({ notAttended: 1 })
  },
)

test('a longer question of Google Forms is asked about too', async () => {
  const form = `Timestamp,Email Address,Will you attend the dinner afterwards?\n2026/05/28 7:01:33 PM,${jose},No\n`
  expect(headerOf(await columnsNeeded(form))).toEqual({
    email: 'Email Address',
    status: 'Will you attend the dinner afterwards?',
  })
})

test('the ticket holder counts as the attendee, not the buyer', async () => {
  const { rowsFor, conversion } = await convert(
    [
      'Ticket,Check In,Order Status,Ticket Holder Name,Ticket Holder Email Address,Purchaser Name,Purchaser Email Address',
      `Gala,Checked In,Completed,Luis Reyes,reyes@example.org,Peggy O’Neil,${peggy}`,
      `Gala,,Completed,Peggy O’Neil,${peggy},Peggy O’Neil,${peggy}`,
    ].join('\n'),
  )
  expect(rowsFor('2026-10-03')).toEqual([])
  expect(conversion.summary().waiting.shown).toMatchObject([{ name: 'Luis Reyes', fittingBuid: 'B00000032' }])
})

test('cells can be separated by vertical bars', async () => {
  const { rowsFor } = await convert(`Name|Email|Attended\r\nJosé|${jose}|Yes\r\nMinh|${minh}|No\r\n`)
  expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001'])
})

test('Event Espresso: a checked-out guest attended; Eventbrite: “Date Attending” is the day', async () => {
  const espresso = await convert(
    [
      'Attendee First Name,Attendee Last Name,Attendee Email Address,Registration Status,Check-In Status',
      `José,Álvarez,${jose},Approved,Checked-In`,
      `Minh,Nguyễn,${minh},Approved,Checked-Out`,
      `Peggy,O’Neil,${peggy},Approved,No Check-In Record`,
    ].join('\n'),
  )
  expect(words(espresso.summary)).toEqual([
    ['Checked-In', 1, true],
    ['Checked-Out', 1, true],
    ['No Check-In Record', 1, false],
  ])
  const eventbrite = await convert(
    [
      'Order ID,Order Date,Attendee Status,First Name,Last Name,Email,Date Attending,Event Name',
      `101,2026-09-01 10:00:00,Checked In,José,Álvarez,${jose},"Oct 3, 2026 at 6:00 PM",Gala`,
    ].join('\r\n'),
  )
  expect(eventbrite.rowsFor()).toEqual([['B00000001', '2026-10-03', 'Gala']])
})

test.each(['WAHR FALSCH', 'VRAI FAUX', 'VERDADERO FALSO', 'VERO FALSO', 'WAAR ONWAAR', 'Sim Não', 'DOĞRU YANLIŞ'])(
  '%s are read as yes and no',
  async (pair) => {
    const [yes, no] = pair.split(' ')
    const { summary } = await convert(`Name;E-Mail;Anwesend\nJosé;${jose};${yes}\nMinh;${minh};${no}\n`)
    expect(summary.statuses.map(({ isAttended, isKnown }) => [isAttended, isKnown])).toEqual([
      [true, true],
      [false, true],
    ])
  },
)

test('a role column that a person chooses by hand leaves out hosts and staff', async () => {
  const list = `Who,E-mail,Part played\nJosé,${jose},Guest\nSiobhán,${siobhan},Co-host\n`
  const { rowsFor } = await convert(list, { columns: { email: 1, name: 0, personRole: 2 }, headerLine: 1 })
  expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000001'])
})
