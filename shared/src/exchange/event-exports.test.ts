import { expect, test } from 'vitest'
import { isEventExport, recognizeHeader, type Columns } from './event-exports.ts'

const exports: [
  of: string,
  title: string | undefined,
  header: string,
  columns: Partial<Record<keyof Columns, string>>,
][] = [
  [
    'Eventbrite',
    undefined,
    'Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Currency,Total Paid,Attendee Status,Dietary needs',
    { email: 'Email', firstName: 'First Name', lastName: 'Last Name', status: 'Attendee Status' },
  ],
  [
    'Eventbrite',
    undefined,
    'Order ID,Order date,Attendee first name,Attendee last name,Attendee email,Phone number,Event name,Event ID,Event start date,Event start time,Ticket quantity,Buyer first name,Buyer last name,Buyer email,Barcode number',
    {
      email: 'Attendee email',
      firstName: 'Attendee first name',
      lastName: 'Attendee last name',
      eventName: 'Event name',
      eventDate: 'Event start date',
    },
  ],
  [
    'Eventbrite',
    undefined,
    'Order #,Order Date,First Name,Surname,Email,Attendee #,Attendee Status',
    { email: 'Email', firstName: 'First Name', lastName: 'Surname', status: 'Attendee Status' },
  ],
  [
    'Zoom webinar',
    'Panelist',
    'Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest',
    {
      email: 'Email',
      name: 'User Name (Original Name)',
      status: 'Attended',
      joined: 'Join Time',
      left: 'Leave Time',
    },
  ],
  [
    'Zoom meeting',
    undefined,
    'Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest',
    { email: 'User Email', name: 'Name (Original Name)', joined: 'Join Time', left: 'Leave Time' },
  ],
  [
    'Zoom meeting',
    undefined,
    'Name (original name),Email,Total duration (minutes),Guest',
    { email: 'Email', name: 'Name (original name)' },
  ],
  ['Google Forms', undefined, 'Timestamp,Username,Full name,Attendance', { email: 'Username', name: 'Full name' }],
  [
    'Luma',
    undefined,
    'name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,ticket_name',
    {
      email: 'email',
      firstName: 'first_name',
      lastName: 'last_name',
      status: 'approval_status',
      checkedIn: 'checked_in_at',
    },
  ],
  [
    'Attendee list',
    undefined,
    'Event Name,Event Date,First Name,Last Name,Email,Attended',
    {
      email: 'Email',
      firstName: 'First Name',
      lastName: 'Last Name',
      status: 'Attended',
      eventName: 'Event Name',
      eventDate: 'Event Date',
    },
  ],
  [
    'Cvent',
    undefined,
    'Confirmation Number,Full Name,E-mail,Registration Date,Registration Status,Participant,Amount Paid,Session Name',
    { email: 'E-mail', name: 'Full Name', status: 'Participant', eventName: 'Session Name' },
  ],
  [
    'Hivebrite',
    undefined,
    'ID,First name,Last name,Email,Ticket name,RSVP,Booking date,Attended,Amount paid',
    { email: 'Email', firstName: 'First name', lastName: 'Last name', status: 'Attended' },
  ],
]

test.each(exports)('the columns of %s, %j, are recognized: %s', (format, title, header, columns) => {
  const cells = header.split(',')
  const table = recognizeHeader(cells, title)
  if (table?.kind !== 'people') throw new Error('It is no table of people.')
  const columnNames = Object.fromEntries(Object.entries(table.columns).map(([role, index]) => [role, cells[index]]))
  expect([table.format, table.tableRole, columnNames]).toEqual([format, title, columns])
  expect(isEventExport([['Sent by the office'], cells])).toBe(true)
})

test('recognizes the current and the former report of Zoom meetings', () => {
  const today = 'Topic,ID,Host name,Host email,Duration (minutes),Start time,End time,Participants'.split(',')
  expect(recognizeHeader(today)).toMatchObject({ kind: 'meetings', topic: 0, start: 5, end: 6, minutes: 4 })
  const before = 'Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants'.split(',')
  expect(recognizeHeader(before)).toMatchObject({ kind: 'meetings', topic: 1, start: 2, end: 3, minutes: 5 })
  expect(isEventExport([today])).toBe(true)
})

test.each([
  'BUID,First Name,Last Name,Email,City',
  'CRM Contact ID,Gift Date,Amount',
  'Name,Email',
  'First Name,Last Name,Email,Status',
  'User Name,Join Time,Leave Time',
])('%s is not an event export', (header) => {
  expect(isEventExport([header.split(',')])).toBe(false)
})
