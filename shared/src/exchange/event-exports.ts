import { cleanCell } from '../csv.ts'

/** What a column may be taken for by hand. */
export const roles = ['email', 'name', 'firstName', 'lastName', 'status', 'eventDate', 'eventName'] as const
export type Role = (typeof roles)[number]
/** The index of the column that is taken for each. */
export type Columns = Partial<Record<Role | 'joined' | 'left' | 'checkedIn', number>>

export type Format =
  | 'Eventbrite'
  | 'Zoom webinar'
  | 'Zoom meeting'
  | 'Google Forms'
  | 'Luma'
  | 'Localist'
  | 'Cvent'
  | 'Hivebrite'
  | 'Attendee list'
  | 'Columns chosen by hand'

/**
 * A table of a file: of people, or of the meetings that it tells of. `is` is what all of its people are, where it says
 * so.
 */
export type Table =
  | { kind: 'people'; format: Format; columns: Columns; width: number; is?: string }
  | { kind: 'meetings'; width: number; topic: number; start: number; end: number; minutes: number }

/** The title above a table, and what the people of the next one are; undefined is nothing of their own. */
export const tableTitles: ReadonlyMap<string, string | undefined> = new Map([
  ['attendeereport', undefined],
  ['attendeedetails', undefined],
  ['hostdetails', 'Host'],
  ['panelistdetails', 'Panelist'],
  ['otherattended', 'Other attended'],
])

/** The names of each column, the best one first. */
const columnNames = {
  email: ['attendeeemail', 'email', 'emailaddress', 'useremail'],
  firstName: ['attendeefirstname', 'firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'],
  lastName: [
    'attendeelastname',
    'lastname',
    'surname',
    'familyname',
    'nachname',
    'nomdefamille',
    'apellidos',
    'apellido',
  ],
  name: [
    'usernameoriginalname',
    'nameoriginalname',
    'name',
    'fullname',
    'attendeename',
    'username',
    'yourname',
    'whatisyourname',
    'firstandlastname',
  ],
  status: [
    'attendeestatus',
    'attended',
    'attendance',
    'attendancestatus',
    'checkedin',
    'checkin',
    'didattend',
    'participant',
    'approvalstatus',
    'rsvp',
    'rsvpstatus',
    'bookingstatus',
    'registrationstatus',
  ],
  joined: ['jointime'],
  left: ['leavetime'],
  checkedIn: ['checkedinat'],
  eventName: ['eventname', 'eventtitle', 'event', 'sessionname'],
  eventDate: ['eventdate', 'eventstartdate', 'eventstart', 'eventstarttime'],
} satisfies Record<keyof Columns, string[]>

/** The columns that tell an export of people: one name of each group. Of several that fit the first counts. */
const known: { format: Format; has: string[][] }[] = [
  { format: 'Zoom webinar', has: [['attended'], ['jointime'], columnNames.name] },
  { format: 'Zoom meeting', has: [['jointime', 'nameoriginalname'], columnNames.name, columnNames.email] },
  {
    format: 'Eventbrite',
    has: [
      ['order', 'orderid', 'orderdate'],
      ['attendee', 'attendeestatus', 'attendeeemail', 'attendeefirstname'],
      columnNames.email,
    ],
  },
  { format: 'Luma', has: [['approvalstatus'], ['checkedinat'], columnNames.email] },
  {
    format: 'Cvent',
    has: [['confirmationnumber'], ['participant', 'registrationstatus', 'inviteestatus'], columnNames.email],
  },
  {
    format: 'Hivebrite',
    has: [
      ['rsvp', 'rsvpstatus', 'bookingid', 'bookingstatus', 'bookingdate'],
      columnNames.status,
      columnNames.firstName,
      columnNames.email,
    ],
  },
  {
    format: 'Localist',
    has: [['localistid', 'localisteventid', 'localisturl'], columnNames.status, columnNames.email],
  },
  {
    format: 'Attendee list',
    has: [columnNames.status, columnNames.eventName, columnNames.eventDate, columnNames.email],
  },
]

/**
 * Whether these first rows of a file are of the export of an event: it belongs to the converter, and to nothing else.
 */
export function isEventExport(rows: readonly (readonly string[])[]): boolean {
  return rows.some((cells) => tableTitles.has(foldColumnName(cells[0] ?? '')) || recogniseHeader(cells) !== undefined)
}

/**
 * The table that a header is of, when it is one of a known export. `title` is what `tableTitles` says of the one above.
 */
export function recogniseHeader(cells: readonly string[], title?: string): Table | undefined {
  if (cells.length < 2 || cells.length > 2000) return undefined
  const names = cells.map(foldColumnName)
  const at = (...wanted: string[]) => {
    const name = wanted.find((each) => names.includes(each))
    return name === undefined ? undefined : names.indexOf(name)
  }
  const has = (groups: string[][]) => groups.every((group) => at(...group) !== undefined)
  const [topic, start] = [at('topic'), at('actualstarttime', 'starttime')]
  if (topic !== undefined && start !== undefined && !has([['jointime']])) {
    const [end = -1, minutes = -1] = [at('endtime'), at('actualdurationminutes', 'durationminutes')]
    return { kind: 'meetings', width: cells.length, topic, start, end, minutes }
  }
  const format = formatOf(has, names[0]!, title)
  if (!format) return undefined
  const email = at(...emailNames(format))
  const columns: Columns = Object.fromEntries(
    Object.entries(columnNames).map(([role, of]) => [role, at(...of.filter((name) => names[email ?? -1] !== name))]),
  )
  // A question of a form is no check-in.
  if (format === 'Google Forms') delete columns.status
  const table: Table = { kind: 'people', format, columns: told({ ...columns, email: email! }), width: cells.length }
  return title === undefined ? table : { ...table, is: title }
}

/** A form that asks for no address calls the one of the account "Username". */
function emailNames(format: Format): string[] {
  return format === 'Google Forms' ? [...columnNames.email, 'username'] : columnNames.email
}

function formatOf(has: (groups: string[][]) => boolean, first: string, title: string | undefined): Format | undefined {
  if (first === 'timestamp' && has([emailNames('Google Forms')])) return 'Google Forms'
  if (title !== undefined && has([['jointime'], columnNames.name])) return 'Zoom webinar'
  return known.find((each) => has(each.has))?.format
}

/** A first idea for a header that is not known; the person decides. */
export function guessColumns(header: readonly string[]): Columns {
  const names = header.map(foldColumnName)
  const first = (...patterns: RegExp[]) => {
    for (const pattern of patterns) {
      const index = names.findIndex((name, at) => pattern.test(name) && !isMoney(header[at]!))
      if (index >= 0) return index
    }
    return undefined
  }
  return told({
    email: first(
      /^(?:attendee|participant|contact|primary|guest|user)?e?mail(?:address)?$/,
      /e?mail/,
      /^courriel$|^correo/,
    ),
    firstName: first(
      /^(?:attendee|participant|contact|guest)?(?:firstname|givenname|forename)$/,
      /^vorname$|^prenom$|^nombre$/,
    ),
    lastName: first(
      /^(?:attendee|participant|contact|guest)?(?:lastname|surname|familyname)$/,
      /^nachname$|^apellidos?$/,
    ),
    name: first(/^(?:attendee|participant|contact|guest|full|display)?name$/, /^whatisyour(?:full)?name$/),
    status: first(/^attended$|^attendance/, /^check(?:ed)?in/, /^participa/, /status$/, /^rsvp/),
    eventDate: first(/^(?:event|session)(?:start)?(?:date|time)?$|^dateof(?:the)?event$/, /^eventstart/),
    eventName: first(/^(?:event|session)(?:name|title)$/, /^event$/),
  })
}

/** Without those that there are none of. Names in two columns are better than in one. */
function told(columns: Columns): Columns {
  const { firstName, lastName } = columns
  const known = Object.fromEntries(Object.entries(columns).filter(([, index]) => index !== undefined)) as Columns
  if (firstName !== undefined && lastName !== undefined && known.joined === undefined) delete known.name
  return known
}

/** Amounts of money are private: such columns are neither read nor shown. */
export function isMoney(header: string): boolean {
  return /paid|fee|price|amount|total|currency|cost|donation|gift|revenue|tax|refund|discount|payment|charge|balance|value/.test(
    foldColumnName(header),
  )
}

/** By what a mapping is remembered: the header, whatever its case and spaces. */
export function headerKey(header: readonly string[]): string {
  return header.map(foldColumnName).join('|').slice(0, 4000)
}

/** A column's name as names are compared: `Name (Original Name)` is `nameoriginalname`. */
export function foldColumnName(cell: string): string {
  return cleanCell(cell)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
