import { codesFilter } from '../filters.ts'

/** An event or opportunity in a filter of the search: `event-12`, `opportunity-5`. */
export const answeredCode = (of: 'event' | 'opportunity', id: number): string => `${of}-${id}`

/** The events or opportunities that people have answered with their signup. */
export const answeredFilter = codesFilter.refine(
  (codes) => codes?.every((code) => /^(event|opportunity)-\d{1,9}$/.test(code)) ?? true,
  'Choose an event or an opportunity, such as event-12.',
)

/** The ids of events, or of opportunities, among the codes of the filter. */
export function answeredIds(codes: readonly string[], of: 'event' | 'opportunity'): number[] {
  return codes.filter((code) => code.startsWith(`${of}-`)).map((code) => Number(code.slice(of.length + 1)))
}

const answers = {
  going: 'Going',
  attended: 'Attended',
  absent: 'Absent',
  responded: 'To decide',
  accepted: 'Accepted',
  waiting: 'Waiting',
  declined: 'Declined',
  cancelled: 'Canceled',
  withdrawn: 'Withdrawn',
}
/** The states of answers that the search finds. */
export const answerFilter = codesFilter.refine(
  (codes) => codes?.every((code) => code in answers) ?? true,
  `An answer is one of ${Object.keys(answers).join(', ')}.`,
)

/** The states of answers, as the search's filter offers them. */
export const answerChoices = Object.entries(answers).map(([code, name]) => ({ code, name }))
