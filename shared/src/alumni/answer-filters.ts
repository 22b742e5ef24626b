import { codesFilter } from '../filters.ts'

/** Returns text such as `event-12`. */
export const answeredCode = (subjectKind: 'event' | 'opportunity', id: number): string => `${subjectKind}-${id}`

export const answeredFilter = codesFilter.refine(
  (codes) => codes?.every((code) => /^(event|opportunity)-\d{1,9}$/.test(code)) ?? true,
  'Choose an event or an opportunity, such as event-12.',
)

export function answeredIds(codes: readonly string[], subjectKind: 'event' | 'opportunity'): number[] {
  return codes
    .filter((code) => code.startsWith(`${subjectKind}-`))
    .map((code) => Number(code.slice(subjectKind.length + 1)))
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
export const answerFilter = codesFilter.refine(
  (codes) => codes?.every((code) => code in answers) ?? true,
  `An answer is one of ${Object.keys(answers).join(', ')}.`,
)

export const answerChoices = Object.entries(answers).map(([code, name]) => ({ code, name }))
