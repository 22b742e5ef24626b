import { joinWithOr, formatDay, formatDayRange, filterDescribers, describeYesNo } from '../describe-filters.ts'
import type { FilterTexts, FilterDescriber } from '../describe-filters.ts'
import { withDistance } from '../distances.ts'
import { askFilterNames } from './ask-filters.ts'
import type { SearchFilters } from './search.ts'

type FilterName = keyof SearchFilters
type Filters = FilterTexts<FilterName>
type NamesOf = (name: FilterName) => readonly string[]

const { whenSet, codes, college, text, yesNo, years } = filterDescribers<FilterName>()
const unlessFilteredByDay =
  (describe: FilterDescriber<FilterName>): FilterDescriber<FilterName> =>
  (filters, namesOf) =>
    dates.some((date) => filters[date]) ? '' : describe(filters, namesOf)

/** In the order in which filter chips appear. */
export const searchFilterDescribers = {
  college: college('college'),
  major: codes('major', 'Major'),
  degree: codes('degree', 'Degree'),
  class_years: years('year_from', 'year_to', 'Class of'),
  degree_by: whenSet(['degree_by'], ({ degree_by }) => `Degree earned by ${formatDay(degree_by!)}`),
  reunion: whenSet(['reunion'], ({ reunion }) => `Reunion in ${reunion}`),
  state: codes('state', 'State'),
  country: codes('country', 'Country'),
  place: whenSet(['near', 'within'], describePlace),
  activity: unlessFilteredByDay(codes('activity', 'Activity')),
  event: unlessFilteredByDay(text('event', 'Event')),
  engaged: whenSet(['engaged_from', 'engaged_to'], (filters, namesOf) => {
    return `${describeEngagement(filters, namesOf)} ${formatDayRange(filters.engaged_from, filters.engaged_to)}`
  }),
  engaged_before: whenSet(['engaged_before'], describeEngagedBefore),
  not_engaged: whenSet(['not_engaged_from', 'not_engaged_to'], (filters, namesOf) => {
    return `${describeNoEngagement(filters, namesOf)} ${formatDayRange(filters.not_engaged_from, filters.not_engaged_to)}`
  }),
  affinity: codes('affinity', 'Affinity'),
  employer: text('employer', 'Employer'),
  answered: whenSet(['answered', 'answer'], describeAnsweredFilter),
  asked: whenSet([...askFilterNames], describeAsk),
  champion: yesNo('champion', 'Champion', 'Not a champion'),
  deceased: yesNo('deceased', 'Deceased', 'Not deceased'),
  do_not_contact: yesNo('do_not_contact', 'Do not contact', 'May be contacted'),
  do_not_email: yesNo('do_not_email', 'Do not e-mail', 'E-mail allowed'),
  by_email: yesNo('by_email', 'Can be e-mailed', 'Cannot be e-mailed'),
  lost: yesNo('lost', 'Lost: no e-mail or postal address', 'Not lost'),
  zip: text('zip', 'ZIP code begins with'),
  decade: text('decade', 'Class decade'),
} satisfies Record<string, FilterDescriber<FilterName>>

const dates = ['engaged_from', 'engaged_to', 'not_engaged_from', 'not_engaged_to'] as const

/** Returns text such as "Engaged", "E-mail clicked", "Engaged in “Homecoming”" or "Event attended (“Homecoming”)". */
function describeEngagement(filters: Filters, namesOf: NamesOf): string {
  return withEvent(filters.activity ? joinWithOr(namesOf('activity')) : '', 'Engaged', filters)
}

function describeNoEngagement(filters: Filters, namesOf: NamesOf): string {
  return withEvent(
    filters.activity ? `No ${joinWithOr(namesOf('activity').map(lowerFirstLetter))}` : '',
    'Not engaged',
    filters,
  )
}

function withEvent(activity: string, engaged: string, { event }: Filters): string {
  if (!event) return activity || engaged
  return activity ? `${activity} (“${event}”)` : `${engaged} in “${event}”`
}

/** Returns "e-mail clicked" for "E-mail clicked", but keeps acronyms, as in "BUAA mentor". */
function lowerFirstLetter(name: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

function describeEngagedBefore(filters: Filters, namesOf: NamesOf): string {
  const { engaged_before, engaged_from: from, activity, event } = filters
  const before = from ? `before ${formatDay(from)}` : 'before that'
  const none = activity || event ? describeNoEngagement(filters, namesOf) : 'Never engaged'
  return describeYesNo(engaged_before, `${describeEngagement(filters, namesOf)} ${before} too`, `${none} ${before}`)
}

function describeAnsweredFilter(filters: Filters, namesOf: NamesOf): string {
  if (!filters.answered) return `Answer: ${joinWithOr(namesOf('answer'))}`
  return `Answered: ${joinWithOr(namesOf('answered'))}${filters.answer ? ` (${joinWithOr(namesOf('answer'))})` : ''}`
}

function describeAsk(filters: Filters, namesOf: NamesOf): string {
  const { asked, was_asked, asked_from, not_asked_from, ask_answer } = filters
  const topic = asked ? `: ${joinWithOr(namesOf('asked'))}` : ''
  const since = asked_from ? ` ${formatDayRange(asked_from, undefined)}` : ''
  const subject = asked?.includes('-') ? ` to ${joinWithOr(namesOf('asked'))}` : topic
  const answer = ask_answer ? `, ${joinWithOr(namesOf('ask_answer').map(lowerFirstLetter))}` : ''
  const isPresence = asked_from || ask_answer || was_asked === 'yes' || (asked && !was_asked && !not_asked_from)
  return [
    isPresence && `Asked${subject}${since}${answer}`,
    was_asked && was_asked !== 'yes' && describeYesNo(was_asked, 'Asked', `Never asked${topic}`),
    not_asked_from && `Not asked${topic} ${formatDayRange(not_asked_from, undefined)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

export function describePlace(filters: Filters): string {
  const { near, within } = withDistance(filters)
  if (!within) return `${/\d/.test(near!) ? 'At' : 'In'} ${capitalizePlace(near!)}`
  const miles = Number.isFinite(Number(within)) ? Number(within).toLocaleString('en-US') : within
  return `Within ${miles} ${within === '1' ? 'mile' : 'miles'} of ${near ? capitalizePlace(near) : 'a place'}`
}

function capitalizePlace(place: string): string {
  if (/\d/.test(place)) return place.toUpperCase()
  const [city = '', ...around] = place.split(',').map((part) => part.trim())
  const capitalize = (part: string) => part.replace(/(?<=^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase())
  return [capitalize(city), ...around.map((part) => (part.length <= 3 ? part.toUpperCase() : capitalize(part)))].join(
    ', ',
  )
}
