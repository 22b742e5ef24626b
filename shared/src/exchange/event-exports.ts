import { cleanCell } from '../csv.ts'
import type { Role } from './column-roles.ts'

/** The index of the column that is taken for each. */
export type Columns = Partial<Record<Role | 'joined' | 'left' | 'checkedIn', number>>

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
  ['staffdetails', 'Staff'],
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

/** The questions of a form that ask, before an event, whether people will come. */
const intention = new RegExp(
  [
    '^(?:rsvp(?:status)?$|(?:going|attending|coming)$',
    '(?:will|are|can|would)you(?:be|ableto|planningto)*(?:attend(?:ing)?|com(?:e|ing)|join(?:ing)?(?:us)?|go(?:ing)?|makeit|there)',
    'asistiras?|vasaasistir|participerezvous|viendrezvous|serezvouspresent|nehmensieteil|kommensie)',
  ].join('|'),
)

/** Whether a column says who means to come, which is not who came. */
export function isIntention(header: string): boolean {
  return intention.test(foldColumnName(header))
}

/** The names of each column, the best one first. */
const columnNames = {
  email: words(
    'ticketemail email emailaddress useremail contactemail primaryemail guestemail',
    'adresseemail adressemail courriel emailadresse mailadresse mail direcciondecorreoelectronico correoelectronico correo',
  ),
  firstName: words('firstname givenname forename vorname prenom nombre nombres'),
  lastName: words('lastname surname familyname nachname familienname nomdefamille nom apellidos apellido'),
  name: words(
    'usernameoriginalname nameoriginalname name fullname username yourname whatisyourname',
    'whatisyourfullname firstandlastname guestname displayname nomcomplet nombrecompleto',
  ),
  status: words(
    'attendeestatus attended attendance attendancestatus ischeckedin checkedin checkin checkinstatus didattend participant',
    'participated present came showedup wasthere statutduparticipant presence anwesend anwesenheit teilgenommen teilnahme',
    'eingecheckt asistio asistencia presente approvalstatus bookingstatus registrationstatus inviteestatus',
  ),
  personRole: words('role userrole meetingrole rolle rol'),
  joined: words('jointime firstjoin firstjointime'),
  left: words('leavetime lastleave lastleavetime'),
  checkedIn: words(
    'checkedinat checkintime checkindate checkedintime checkedindate timecheckedin checkedinon scannedat',
  ),
  eventName: words(
    'eventname eventtitle event meetingname webinarname sessionname sessiontitle',
    'veranstaltung nomdelevenement nombredelevento',
  ),
  eventDate: words(
    'eventdate eventstartdate eventstart eventstarttime dateofevent dateoftheevent dateattending sessiondate sessionstart',
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
  const at = (...wanted: string[]) => columnNamed(names, wanted)
  const has = (groups: string[][]) => groups.every((group) => at(...group) !== undefined)
  const [topic, start] = [at('topic'), at('actualstarttime', 'starttime')]
  if (topic !== undefined && start !== undefined && !has([['jointime']])) {
    const [end = -1, minutes = -1] = [at('endtime'), at('actualdurationminutes', 'durationminutes')]
    return { kind: 'meetings', width: cells.length, topic, start, end, minutes }
  }
  const format = formatOf(has, names[0]!, title)
  if (!format) return undefined
  const email = at(...emailNames(format))
  const columns: FoundColumns = Object.fromEntries(
    Object.entries(columnNames).map(([role, of]) => [role, at(...of.filter((name) => names[email ?? -1] !== name))]),
  )
  // A question of a form is no check-in; whether people will come is read, because of those who will not.
  if (format === 'Google Forms') {
    const question = names.find((name) => intention.test(name))
    // Only a person can say what a longer question means.
    if (question !== undefined && intention.exec(question)![0] !== question) return undefined
    columns.status = question === undefined ? undefined : names.indexOf(question)
  }
  const table: Table = { kind: 'people', format, columns: present({ ...columns, email }), width: cells.length }
  return title === undefined ? table : { ...table, is: title }
}

/** Names that say whose they are: `Attendee e-mail`, `Ticket Holder Name`, `NameOfAttendee`. */
const ownName = new RegExp(
  ['attendee', 'participant', 'registrant', 'invitee', 'ticketholder', 'holder']
    .flatMap((person) => [`^${person}s?(.+)`, `^(.+)of(?:the)?${person}s?$`])
    .join('|'),
)

/** Returns the index of the column with the best of these names; one that says whose it is comes first. */
function columnNamed(names: readonly string[], wanted: readonly string[]): number | undefined {
  const own = names.map((name) => ownName.exec(name)?.slice(1).join('') ?? '')
  return [own, names].flatMap((all) => wanted.map((name) => all.indexOf(name))).find(isFound)
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
export function isOfOthers(header: string): boolean {
  return /^(?:buyer|order|purchaser|payer|billing|host|organi[sz]er)/.test(foldColumnName(header))
}

/** A first idea for a header that is not known; the person decides. */
export function guessColumns(header: readonly string[]): Columns {
  const names = header.map((cell) => (isMoney(cell) ? '' : foldColumnName(cell)))
  const exact = (role: keyof typeof columnNames) => columnNamed(names, columnNames[role])
  const like = (pattern: RegExp) => [names.findIndex((name) => pattern.test(name) && !isOfOthers(name))].find(isFound)
  return present({
    email: exact('email') ?? like(/e?mail(?:address)?$/) ?? like(/e?mail|^courriel|^correo/),
    firstName: exact('firstName') ?? like(/(?:firstname|givenname|forename)$/),
    lastName: exact('lastName') ?? like(/(?:lastname|surname|familyname)$/),
    name: exact('name') ?? like(/fullname$/),
    status:
      exact('status') ??
      exact('checkedIn') ??
      like(/^attend(?:ed|ance)/) ??
      like(/^(?:guest|ticket|registrant|participant)?status$/) ??
      like(intention),
    personRole: exact('personRole'),
    eventDate: exact('eventDate'),
    eventName: exact('eventName'),
  })
}

const isFound = (index: number) => index >= 0

type FoundColumns = { [Role in keyof Columns]: number | undefined }

/** Removes roles without a column. Names in two columns are better than in one. */
function present(columns: FoundColumns): Columns {
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
