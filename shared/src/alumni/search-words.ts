import {
  joinWithOr,
  formatDay,
  formatDayRange,
  filterDescribers,
  describeYesNo,
  type FilterTexts,
  type FilterDescriber,
} from '../describe-filters.ts'
import { withDistance } from '../distances.ts'
import { askFilterNames } from './asked.ts'
import type { SearchFilters } from './search.ts'

type Word = keyof SearchFilters
type Words = FilterTexts<Word>
type Names = (word: Word) => readonly string[]

const { whenSet, codes, college, text, yesNo, years } = filterDescribers<Word>()
const unlessDated =
  (phrase: FilterDescriber<Word>): FilterDescriber<Word> =>
  (words, namesOf) =>
    isDated(words) ? '' : phrase(words, namesOf)

/** The filters of the search for alumni in words, in the order of their chips. */
export const searchPhrases = {
  college: college('college'),
  major: codes('major', 'Major'),
  degree: codes('degree', 'Degree'),
  class_years: years('year_from', 'year_to', 'Class of'),
  degree_by: whenSet(['degree_by'], ({ degree_by }) => `Degree earned by ${formatDay(degree_by!)}`),
  reunion: whenSet(['reunion'], ({ reunion }) => `Reunion in ${reunion}`),
  state: codes('state', 'State'),
  country: codes('country', 'Country'),
  place: whenSet(['near', 'within'], placeWords),
  activity: unlessDated(codes('activity', 'Activity')),
  event: unlessDated(text('event', 'Event')),
  engaged: whenSet(['engaged_from', 'engaged_to'], (words, namesOf) => {
    return `${engagement(words, namesOf)} ${formatDayRange(words.engaged_from, words.engaged_to)}`
  }),
  engaged_before: whenSet(['engaged_before'], beforeWords),
  not_engaged: whenSet(['not_engaged_from', 'not_engaged_to'], (words, namesOf) => {
    return `${noEngagement(words, namesOf)} ${formatDayRange(words.not_engaged_from, words.not_engaged_to)}`
  }),
  affinity: codes('affinity', 'Affinity'),
  employer: text('employer', 'Employer'),
  answered: whenSet(['answered', 'answer'], answerWords),
  asked: whenSet([...askFilterNames], askWords),
  champion: yesNo('champion', 'Champion', 'Not a champion'),
  deceased: yesNo('deceased', 'Deceased', 'Not deceased'),
  do_not_contact: yesNo('do_not_contact', 'Do not contact', 'May be contacted'),
  do_not_email: yesNo('do_not_email', 'Do not e-mail', 'E-mail allowed'),
  by_email: yesNo('by_email', 'Can be e-mailed', 'Cannot be e-mailed'),
  lost: yesNo('lost', 'Lost: no e-mail or postal address', 'Not lost'),
  zip: text('zip', 'ZIP code begins with'),
  decade: text('decade', 'Class decade'),
} satisfies Record<string, FilterDescriber<Word>>

const dates = ['engaged_from', 'engaged_to', 'not_engaged_from', 'not_engaged_to'] as const

/** Whether activity and event are about days, whose filters say them. */
function isDated(words: Words): boolean {
  return dates.some((date) => words[date])
}

/** "Engaged", "E-mail clicked", "Engaged in “Homecoming”", "Event attended (“Homecoming”)". */
function engagement(words: Words, namesOf: Names): string {
  return withEvent(words.activity ? joinWithOr(namesOf('activity')) : '', 'Engaged', words)
}

/** The same where there was none: "Not engaged", "No e-mail clicked". */
function noEngagement(words: Words, namesOf: Names): string {
  return withEvent(words.activity ? `No ${joinWithOr(namesOf('activity').map(inSentence))}` : '', 'Not engaged', words)
}

function withEvent(activity: string, engaged: string, { event }: Words): string {
  if (!event) return activity || engaged
  return activity ? `${activity} (“${event}”)` : `${engaged} in “${event}”`
}

/** "e-mail clicked", but "BUAA mentor". */
function inSentence(name: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

function beforeWords(words: Words, namesOf: Names): string {
  const { engaged_before: asked, engaged_from: from, activity, event } = words
  const before = from ? `before ${formatDay(from)}` : 'before that'
  const none = activity || event ? noEngagement(words, namesOf) : 'Never engaged'
  return describeYesNo(asked, `${engagement(words, namesOf)} ${before} too`, `${none} ${before}`)
}

/** "Answered: Homecoming 2026 (Going or Waiting)", "Answer: Going". */
function answerWords(words: Words, namesOf: Names): string {
  if (!words.answered) return `Answer: ${joinWithOr(namesOf('answer'))}`
  return `Answered: ${joinWithOr(namesOf('answered'))}${words.answer ? ` (${joinWithOr(namesOf('answer'))})` : ''}`
}

/** "Never asked: Volunteering", "Asked to Homecoming 2026 since July 1, 2026, no answer", "Not asked since July 1, 2026". */
function askWords(words: Words, namesOf: Names): string {
  const { asked, was_asked, asked_from, not_asked_from, ask_answer } = words
  const about = asked ? `: ${joinWithOr(namesOf('asked'))}` : ''
  const since = asked_from ? ` ${formatDayRange(asked_from, undefined)}` : ''
  const subject = asked?.includes('-') ? ` to ${joinWithOr(namesOf('asked'))}` : about
  const answer = ask_answer ? `, ${joinWithOr(namesOf('ask_answer').map(inSentence))}` : ''
  const isPresence = asked_from || ask_answer || was_asked === 'yes' || (asked && !was_asked && !not_asked_from)
  return [
    isPresence && `Asked${subject}${since}${answer}`,
    was_asked && was_asked !== 'yes' && describeYesNo(was_asked, 'Asked', `Never asked${about}`),
    not_asked_from && `Not asked${about} ${formatDayRange(not_asked_from, undefined)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

export function placeWords(words: Words): string {
  const { near, within } = withDistance(words)
  if (!within) return `${/\d/.test(near!) ? 'At' : 'In'} ${inCapitals(near!)}`
  const miles = Number.isFinite(Number(within)) ? Number(within).toLocaleString('en-US') : within
  return `Within ${miles} ${within === '1' ? 'mile' : 'miles'} of ${near ? inCapitals(near) : 'a place'}`
}

/** "new york, ma" as it is written on a letter. */
function inCapitals(place: string): string {
  if (/\d/.test(place)) return place.toUpperCase()
  const [city = '', ...around] = place.split(',').map((part) => part.trim())
  const capitalized = (part: string) => part.replace(/(?<=^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase())
  return [capitalized(city), ...around.map((part) => (part.length <= 3 ? part.toUpperCase() : capitalized(part)))].join(
    ', ',
  )
}
