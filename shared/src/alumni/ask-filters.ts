import { codesFilter } from '../filters.ts'

export const answerToAskCodes = ['yes', 'maybe', 'no'] as const
export const askAnswerChoices = [
  { code: 'yes', name: 'Yes' },
  { code: 'maybe', name: 'Maybe' },
  { code: 'no', name: 'No' },
  { code: 'none', name: 'No answer' },
]
export const finalAnswerCodes = ['yes', 'no'] as const
export const anyAskChoices = [
  { code: 'volunteering', name: 'Volunteering' },
  { code: 'events', name: 'Any event' },
]

export const askedFilter = codesFilter.refine(
  (codes) => codes?.every((code) => /^(events|volunteering|(event|opportunity)-\d{1,9})$/.test(code)) ?? true,
  'Choose an event or an opportunity, such as event-12, or volunteering.',
)

export const askAnswerFilter = codesFilter.refine(
  (codes) => codes?.every((code) => askAnswerChoices.some((choice) => choice.code === code)) ?? true,
  'The answer to an ask is one of yes, maybe, no, none.',
)

export const askFilterNames = ['asked', 'was_asked', 'asked_from', 'not_asked_from', 'ask_answer'] as const
export const staffFilterNames = [...askFilterNames, 'answered', 'answer'] as const

/**
 * `yes` includes people on the waiting list, `no` people who canceled, and `none` people who answered "maybe".
 * `unasked` people answered without being asked.
 */
export const askedGroups = ['asked', 'yes', 'no', 'none', 'unasked'] as const
export type AskedGroup = (typeof askedGroups)[number]
