import { cleanCell } from '../csv.ts'

/** The roles that a person can give a column. */
export const roles = ['email', 'name', 'firstName', 'lastName', 'status', 'eventDate', 'eventName'] as const
export type Role = (typeof roles)[number]
/** The index of the column that is taken for each. */
export type Columns = Partial<Record<Role | 'joined' | 'left' | 'checkedIn', number>>

export type Format =
  | 'Eventbrite'
  | 'Zoom webinar'
  | 'Zoom meeting'
  | 'Microsoft Teams'
  | 'Google Forms'
  | 'Luma'
  | 'Localist'
  | 'Cvent'
  | 'Hivebrite'
  | 'Attendee list'
  | 'Columns chosen by hand'

/**
 * A table of a file: of people, or of the meetings in it. `is` is what all of its people are, where its title names it.
 */
export type Table =
  | { kind: 'people'; format: Format; columns: Columns; width: number; is?: string }
  | { kind: 'meetings'; width: number; topic: number; start: number; end: number; minutes: number }

/** The table of activities in a Teams meeting lists its participants again. */
const activities = 'In-meeting activities'

/** The title above a table, and what the people of the next one are; undefined is nothing of their own. */
export const tableTitles: ReadonlyMap<string, string | undefined> = new Map([
  ['attendeereport', undefined],
  ['attendeedetails', undefined],
  ['hostdetails', 'Host'],
  ['panelistdetails', 'Panelist'],
  ['otherattended', 'Other attended'],
  ['1summary', undefined],
  ['2participants', undefined],
  ['3inmeetingactivities', activities],
])

/** Lines above a table that name the meeting, and say when it began and ended. */
export const meetingFacts: ReadonlyMap<string, 'topic' | 'start' | 'end'> = new Map([
  ['meetingtitle', 'topic'],
  ['starttime', 'start'],
  ['meetingstarttime', 'start'],
  ['endtime', 'end'],
  ['meetingendtime', 'end'],
])

const words = (...lines: string[]) => lines.join(' ').split(' ')

/** Questions of a form whose "no" is of people who did not come. */
const questions = words(
  'willyouattend willyoubeattending areyouattending attending areyoucoming willyoucome asistira asistiras vasaasistir',
  'participerezvous viendrezvous serezvouspresent nehmensieteil kommensie',
)

/** The names of each column, the best one first. */
const columnNames = {
  email: words(
    'attendeeemail ticketemail participantemail guestemail registrantemail email emailaddress useremail contactemail primaryemail',
    'adresseemail adressemail courriel emailadresse mailadresse mail direcciondecorreoelectronico correoelectronico correo',
  ),
  firstName: words('attendeefirstname firstname givenname forename vorname prenom nombre nombres'),
  lastName: words(
    'attendeelastname lastname surname familyname nachname familienname nomdefamille nom apellidos apellido',
  ),
  name: words(
    'usernameoriginalname nameoriginalname name fullname attendeename username yourname whatisyourname',
    'whatisyourfullname firstandlastname participantname guestname displayname nomcomplet nombrecompleto',
  ),
  status: words(
    'attendeestatus attended attendance attendancestatus ischeckedin checkedin checkin checkinstatus didattend participant',
    'participated present came showedup wasthere statutduparticipant presence anwesend anwesenheit teilgenommen teilnahme',
    'eingecheckt asistio asistencia presente approvalstatus rsvp rsvpstatus bookingstatus registrationstatus inviteestatus',
  ),
  joined: words('jointime firstjoin'),
  left: words('leavetime lastleave'),
  checkedIn: words(
    'checkedinat checkintime checkindate checkedintime checkedindate timecheckedin checkedinon scannedat',
  ),
  eventName: words('eventname eventtitle event sessionname sessiontitle veranstaltung nomdelevenement nombredelevento'),
  eventDate: words(
    'eventdate eventstartdate eventstart eventstarttime dateofevent dateoftheevent sessiondate sessionstart',
    'veranstaltungsdatum datedelevenement fechadelevento',
  ),
} satisfies Record<keyof Columns, string[]>

/** These columns identify exports of people: one name of each group. The first that fits counts. */
const known: { format: Format; has: string[][] }[] = [
  { format: 'Zoom webinar', has: [['attended'], ['jointime'], columnNames.name] },
  {
    format: 'Microsoft Teams',
    has: [columnNames.joined, ['participantidupn', 'inmeetingduration'], columnNames.name, columnNames.email],
  },
  { format: 'Zoom meeting', has: [['jointime', 'nameoriginalname'], columnNames.name, columnNames.email] },
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
  { format: 'Attendee list', has: [[...columnNames.status, ...columnNames.checkedIn], columnNames.email] },
]

/**
 * Whether these first rows of a file are of the export of an event: it belongs to the converter, and to nothing else.
 */
export function isEventExport(rows: readonly (readonly string[])[]): boolean {
  return rows.some((cells) => tableTitles.has(foldColumnName(cells[0] ?? '')) || recogniseHeader(cells) !== undefined)
}

/**
 * The table that a header is of, when it is one of a known export. `title` is the value of `tableTitles` for the one
 * above.
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
  // A question of a form is no check-in; whether people will come is read, because of those who will not.
  if (format === 'Google Forms') columns.status = at(...questions)!
  const table: Table = { kind: 'people', format, columns: present({ ...columns, email: email! }), width: cells.length }
  return title === undefined ? table : { ...table, is: title }
}

/** A form that asks for no address calls the one of the account "Username". */
function emailNames(format: Format): string[] {
  return format === 'Google Forms' ? [...columnNames.email, 'username'] : columnNames.email
}

const timestamps = words('timestamp marcatemporal zeitstempel horodateur')

function formatOf(has: (groups: string[][]) => boolean, first: string, title: string | undefined): Format | undefined {
  if (title === activities) return undefined
  if (timestamps.includes(first) && has([emailNames('Google Forms')])) return 'Google Forms'
  if (title !== undefined && has([['jointime'], columnNames.name])) return 'Zoom webinar'
  return known.find((each) => has(each.has))?.format
}

/** Columns of people who paid for others, or who asked them to come. */
const ofOthers = /^(?:buyer|order|purchaser|payer|billing|host|organi[sz]er)/

/** A first idea for a header that is not known; the person decides. */
export function guessColumns(header: readonly string[]): Columns {
  const names = header.map((cell) => (isMoney(cell) ? '' : foldColumnName(cell)))
  const exact = (role: keyof typeof columnNames) => columnNames[role].map((name) => names.indexOf(name)).find(isFound)
  const like = (pattern: RegExp) =>
    [names.findIndex((name) => pattern.test(name) && !ofOthers.test(name))].find(isFound)
  return present({
    email: exact('email') ?? like(/e?mail(?:address)?$/) ?? like(/e?mail|^courriel|^correo/),
    firstName: exact('firstName') ?? like(/(?:firstname|givenname|forename)$/),
    lastName: exact('lastName') ?? like(/(?:lastname|surname|familyname)$/),
    name: exact('name') ?? like(/fullname$/),
    status:
      exact('status') ??
      exact('checkedIn') ??
      like(/^attend(?:ed|ance)/) ??
      like(/^(?:guest|ticket|registrant|participant)?status$/),
    eventDate: exact('eventDate'),
    eventName: exact('eventName'),
  })
}

const isFound = (index: number) => index >= 0

/** Removes roles without a column. Names in two columns are better than in one. */
function present(columns: { [Role in keyof Columns]: number | undefined }): Columns {
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

/** A column's name as names are compared: `Name (Original Name)` is `nameoriginalname`. */
export function foldColumnName(cell: string): string {
  return cleanCell(cell)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
