import { unwrapCell } from '../csv.ts'
import type { ColumnRole } from './column-roles.ts'

export type Columns = Partial<Record<ColumnRole | 'joined' | 'left' | 'checkedIn', number>>

export type Format =
  | 'Eventbrite'
  | 'Zoom webinar'
  | 'Zoom meeting'
  | 'Online meeting'
  | 'Microsoft Teams'
  | 'Google Forms'
  | 'Luma'
  | 'Localist'
  | 'Cvent'
  | 'Hivebrite'
  | 'Attendee list'
  | 'Columns chosen by hand'

/** `tableRole` is the role of all people in the table, if the title of the table states one. */
export type Table =
  | { kind: 'people'; format: Format; columns: Columns; width: number; tableRole?: string }
  | { kind: 'meetings'; width: number; topic: number; start: number; end: number; minutes: number }

/** Title of a table in which Microsoft Teams lists the participants again. */
const activities = 'In-meeting activities'

export const tableTitles: ReadonlyMap<string, string | undefined> = new Map([
  ['attendeereport', undefined],
  ['attendeedetails', undefined],
  ['hostdetails', 'Host'],
  ['panelistdetails', 'Panelist'],
  ['staffdetails', 'Staff'],
  ['otherattended', 'Other attended'],
  ['1summary', undefined],
  ['2participants', undefined],
  ['3inmeetingactivities', activities],
])

/** Labels of the lines above a table that state the meeting's title, start and end. */
export const meetingFacts: ReadonlyMap<string, 'topic' | 'start' | 'end'> = new Map([
  ['meetingtitle', 'topic'],
  ['starttime', 'start'],
  ['meetingstarttime', 'start'],
  ['endtime', 'end'],
  ['meetingendtime', 'end'],
])

const splitWords = (...lines: string[]) => lines.join(' ').split(' ')

/** Matches questions in a form about plans to attend an event. */
const intention = new RegExp(
  [
    '^(?:rsvp(?:status)?$|(?:going|attending|coming)$',
    '(?:will|are|can|would)you(?:be|ableto|planningto)*(?:attend(?:ing)?|com(?:e|ing)|join(?:ing)?(?:us)?|go(?:ing)?|makeit|there)',
    'asistiras?|vasaasistir|participerezvous|viendrezvous|serezvouspresent|nehmensieteil|kommensie)',
  ].join('|'),
)

/** Returns whether a column asks if people plan to attend, which does not mean that they did. */
export function isIntention(header: string): boolean {
  return intention.test(foldColumnName(header))
}

/** Folded names for each column, in order of preference. */
const columnNames = {
  email: splitWords(
    'ticketemail email emailaddress useremail contactemail primaryemail guestemail',
    'adresseemail adressemail courriel emailadresse mailadresse mail direcciondecorreoelectronico correoelectronico correo',
  ),
  firstName: splitWords('firstname givenname forename vorname prenom nombre nombres'),
  lastName: splitWords('lastname surname familyname nachname familienname nomdefamille nom apellidos apellido'),
  name: splitWords(
    'usernameoriginalname nameoriginalname name fullname username yourname whatisyourname',
    'whatisyourfullname firstandlastname guestname displayname nomcomplet nombrecompleto',
  ),
  status: splitWords(
    'attendeestatus attended attendance attendancestatus ischeckedin checkedin checkin checkinstatus didattend participant',
    'participated present came showedup wasthere statutduparticipant presence anwesend anwesenheit teilgenommen teilnahme',
    'eingecheckt asistio asistencia presente approvalstatus bookingstatus registrationstatus inviteestatus',
  ),
  personRole: splitWords('role userrole meetingrole rolle rol'),
  joined: splitWords('jointime firstjoin firstjointime'),
  left: splitWords('leavetime lastleave lastleavetime'),
  checkedIn: splitWords(
    'checkedinat checkintime checkindate checkedintime checkedindate timecheckedin checkedinon scannedat',
  ),
  eventName: splitWords(
    'eventname eventtitle event meetingname webinarname sessionname sessiontitle',
    'veranstaltung nomdelevenement nombredelevento',
  ),
  eventDate: splitWords(
    'eventdate eventstartdate eventstart eventstarttime dateofevent dateoftheevent dateattending sessiondate sessionstart',
    'veranstaltungsdatum datedelevenement fechadelevento',
  ),
} satisfies Record<keyof Columns, string[]>

const known: { format: Format; has: string[][] }[] = [
  { format: 'Zoom webinar', has: [['attended'], ['jointime'], columnNames.name] },
  {
    format: 'Microsoft Teams',
    has: [columnNames.joined, ['participantidupn', 'inmeetingduration'], columnNames.name, columnNames.email],
  },
  { format: 'Zoom meeting', has: [['nameoriginalname'], columnNames.email] },
  {
    format: 'Eventbrite',
    has: [
      ['order', 'orderid', 'orderdate', 'ndecommande', 'datedecommande'],
      ['attendee', 'attendeestatus', 'attendeeemail', 'attendeefirstname', 'statutduparticipant'],
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
  { format: 'Online meeting', has: [columnNames.joined, columnNames.name, columnNames.email] },
  { format: 'Attendee list', has: [[...columnNames.status, ...columnNames.checkedIn], columnNames.email] },
]

export function isEventExport(rows: readonly (readonly string[])[]): boolean {
  return rows.some((cells) => tableTitles.has(foldColumnName(cells[0] ?? '')) || recognizeHeader(cells) !== undefined)
}

/** `title` is the role that `tableTitles` has for the table’s title. */
export function recognizeHeader(cells: readonly string[], title?: string): Table | undefined {
  if (cells.length < 2 || cells.length > 2000) return undefined
  const names = cells.map(foldColumnName)
  const indexOf = (...headers: string[]) => findColumn(names, headers)
  const has = (groups: string[][]) => groups.every((group) => indexOf(...group) !== undefined)
  const [topic, start] = [indexOf('topic'), indexOf('actualstarttime', 'starttime')]
  if (topic !== undefined && start !== undefined && !has([['jointime']])) {
    const [end = -1, minutes = -1] = [indexOf('endtime'), indexOf('actualdurationminutes', 'durationminutes')]
    return { kind: 'meetings', width: cells.length, topic, start, end, minutes }
  }
  const format = formatOf(has, names[0]!, title)
  if (!format) return undefined
  const email = indexOf(...emailNames(format))
  const columns: FoundColumns = Object.fromEntries(
    Object.entries(columnNames).map(([role, roleNames]) => [
      role,
      indexOf(...roleNames.filter((name) => names[email ?? -1] !== name)),
    ]),
  )
  // A form does not record check-ins, but people who answer that they will not attend are excluded.
  if (format === 'Google Forms') {
    const question = names.find((name) => intention.test(name))
    // Longer questions must be interpreted by a person.
    if (question !== undefined && intention.exec(question)![0] !== question) return undefined
    columns.status = question === undefined ? undefined : names.indexOf(question)
  }
  const table: Table = { kind: 'people', format, columns: omitMissing({ ...columns, email }), width: cells.length }
  return title === undefined ? table : { ...table, tableRole: title }
}

/** Matches column names such as `Attendee e-mail`, `Ticket Holder Name` and `NameOfAttendee`. */
const attendeeName = new RegExp(
  ['attendee', 'participant', 'registrant', 'invitee', 'ticketholder', 'holder']
    .flatMap((person) => [`^${person}s?(.+)`, `^(.+)of(?:the)?${person}s?$`])
    .join('|'),
)

function findColumn(names: readonly string[], candidates: readonly string[]): number | undefined {
  const attendeeNames = names.map((name) => attendeeName.exec(name)?.slice(1).join('') ?? '')
  return [attendeeNames, names].flatMap((all) => candidates.map((name) => all.indexOf(name))).find(isFound)
}

/** If a Google form does not ask for an e-mail address, the column "Username" has the account's address. */
function emailNames(format: Format): string[] {
  return format === 'Google Forms' ? [...columnNames.email, 'username'] : columnNames.email
}

const timestamps = splitWords('timestamp marcatemporal zeitstempel horodateur')

function formatOf(has: (groups: string[][]) => boolean, first: string, title: string | undefined): Format | undefined {
  if (title === activities) return undefined
  if (timestamps.includes(first) && has([emailNames('Google Forms')])) return 'Google Forms'
  if (title !== undefined && has([['jointime'], columnNames.name])) return 'Zoom webinar'
  return known.find((each) => has(each.has))?.format
}

export function isBuyerColumn(header: string): boolean {
  return /^(?:buyer|order|purchaser|payer|billing|host|organi[sz]er)/.test(foldColumnName(header))
}

/** Guesses by names. Use `recognizeHeader` for known exports. */
export function guessColumns(header: readonly string[]): Columns {
  const names = header.map((cell) => (isMoney(cell) ? '' : foldColumnName(cell)))
  const findExact = (role: keyof typeof columnNames) => findColumn(names, columnNames[role])
  const findLike = (pattern: RegExp) =>
    [names.findIndex((name) => pattern.test(name) && !isBuyerColumn(name))].find(isFound)
  return omitMissing({
    email: findExact('email') ?? findLike(/e?mail(?:address)?$/) ?? findLike(/e?mail|^courriel|^correo/),
    firstName: findExact('firstName') ?? findLike(/(?:firstname|givenname|forename)$/),
    lastName: findExact('lastName') ?? findLike(/(?:lastname|surname|familyname)$/),
    name: findExact('name') ?? findLike(/fullname$/),
    status:
      findExact('status') ??
      findExact('checkedIn') ??
      findLike(/^attend(?:ed|ance)/) ??
      findLike(/^(?:guest|ticket|registrant|participant)?status$/) ??
      findLike(intention),
    personRole: findExact('personRole'),
    eventDate: findExact('eventDate'),
    eventName: findExact('eventName'),
  })
}

const isFound = (index: number) => index >= 0

type FoundColumns = { [Role in keyof Columns]: number | undefined }

/** Removes roles without a column, and prefers separate columns for first and last name. */
function omitMissing(columns: FoundColumns): Columns {
  const { firstName, lastName } = columns
  const found = Object.fromEntries(Object.entries(columns).filter(([, index]) => index !== undefined)) as Columns
  if (firstName !== undefined && lastName !== undefined && found.joined === undefined) delete found.name
  return found
}

/** Amounts of money are private and must not be read or shown. */
export function isMoney(header: string): boolean {
  return /paid|fee|price|amount|total|currency|cost|donation|gift|revenue|tax|refund|discount|payment|charge|balance|value/.test(
    foldColumnName(header),
  )
}

/** Returns `nameoriginalname` for `Name (Original Name)`. */
export function foldColumnName(cell: string): string {
  return unwrapCell(cell)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
