import { foldHeader } from './clean-cells.ts'

/** What a column may be taken for. */
export const roles = ['email', 'name', 'firstName', 'lastName', 'status', 'eventDate', 'eventName'] as const
export type Role = (typeof roles)[number]
/** The index of the column that is taken for each. */
export type Columns = Partial<Record<Role | 'joined' | 'left' | 'checkedIn', number>>

export const formats = [
  'Eventbrite',
  'Zoom webinar',
  'Zoom meeting',
  'Google Forms',
  'Luma',
  'Localist',
  'Attendee list',
  'Columns chosen by hand',
] as const
export type Format = (typeof formats)[number]

/** A table of a file: of people, or of the meetings that it tells of. `is` is what all of its people are, where it says so. */
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

/** The table that a header is of, when it is one of a known export. */
export function recogniseHeader(cells: readonly string[], title?: string): Table | undefined {
  if (cells.length < 2 || cells.length > 2000) return undefined
  const names = cells.map(foldHeader)
  const at = (...wanted: string[]) => {
    const index = names.findIndex((name) => wanted.includes(name))
    return index < 0 ? undefined : index
  }
  const has = (...wanted: string[]) => wanted.every((name) => names.includes(name))
  const width = cells.length
  const people = (format: Format, columns: Columns, is?: string): Table => ({
    kind: 'people',
    format,
    columns: told(columns),
    width,
    ...(is === undefined ? {} : { is }),
  })
  const named: Columns = {
    email: at('email', 'emailaddress', 'useremail'),
    firstName: at('firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'),
    lastName: at('lastname', 'surname', 'familyname', 'nachname', 'nomdefamille', 'apellidos', 'apellido'),
    eventName: at('eventname', 'eventtitle', 'event'),
    eventDate: at('eventdate', 'eventstart', 'eventstartdate', 'eventstarttime'),
  }
  const fullName = at('usernameoriginalname', 'nameoriginalname', 'username', 'name', 'fullname', 'attendeename')
  const times = { joined: at('jointime'), left: at('leavetime') }

  if (has('topic') && at('starttime', 'actualstarttime') !== undefined && named.email !== 0 && !has('jointime'))
    return {
      kind: 'meetings',
      width,
      topic: at('topic')!,
      start: at('starttime', 'actualstarttime')!,
      end: at('endtime') ?? -1,
      minutes: at('actualdurationminutes', 'durationminutes') ?? -1,
    }
  if (has('attended', 'jointime') && fullName !== undefined)
    return people('Zoom webinar', { ...named, ...times, name: fullName, status: at('attended') }, title)
  if (title !== undefined && has('jointime') && fullName !== undefined)
    return people('Zoom webinar', { ...named, ...times, name: fullName }, title)
  if ((has('jointime', 'leavetime') || has('nameoriginalname')) && fullName !== undefined && named.email !== undefined)
    return people('Zoom meeting', { ...named, ...times, name: fullName })
  if (
    has('attendeestatus') &&
    named.email !== undefined &&
    at('order', 'orderid', 'orderdate', 'attendee') !== undefined
  )
    return people('Eventbrite', { ...named, status: at('attendeestatus') })
  if (has('approvalstatus', 'checkedinat') && named.email !== undefined)
    return people('Luma', { ...named, name: at('name'), status: at('approvalstatus'), checkedIn: at('checkedinat') })
  if (names[0] === 'timestamp' && at('emailaddress', 'username', 'email') !== undefined)
    return people('Google Forms', {
      ...named,
      email: at('emailaddress', 'username', 'email'),
      name: at('name', 'fullname', 'yourname', 'whatisyourname', 'firstandlastname'),
    })
  const status = at('attended', 'attendance', 'attendancestatus', 'checkedin', 'checkin', 'didattend')
  if (
    named.email !== undefined &&
    status !== undefined &&
    named.eventName !== undefined &&
    named.eventDate !== undefined
  )
    return people(names.some((name) => name.startsWith('localist')) ? 'Localist' : 'Attendee list', {
      ...named,
      name: fullName,
      status,
    })
  return undefined
}

/** A first idea for a header that is not known; the person decides. */
export function guessColumns(header: readonly string[]): Columns {
  const names = header.map(foldHeader)
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

/** Amounts are nobody's business here: such columns are neither read nor shown. */
export function isMoney(header: string): boolean {
  return /paid|fee|price|amount|total|currency|cost|donation|gift|revenue|tax|refund|discount|payment|charge|balance|value/.test(
    foldHeader(header),
  )
}

/** By what a mapping is remembered: the header, whatever its case and spaces. */
export function headerKey(header: readonly string[]): string {
  return header.map(foldHeader).join('|').slice(0, 4000)
}
