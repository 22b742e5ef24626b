import { codesFilter } from '../filters.ts'

export const answerToAskCodes = ['yes', 'maybe', 'no'] as const
/** Answers to an ask, as the filter of the search offers them. */
export const askAnswerChoices = [
  { code: 'yes', name: 'Yes' },
  { code: 'maybe', name: 'Maybe' },
  { code: 'no', name: 'No' },
  { code: 'none', name: 'No answer' },
]
/** The answers that count: a "maybe" is none yet. */
export const finalAnswerCodes = ['yes', 'no'] as const
/** Asks for any event, or any opportunity, as the search's filter offers them before single ones. */
export const anyAskChoices = [
  { code: 'volunteering', name: 'Volunteering' },
  { code: 'events', name: 'Any event' },
]

/** An event or opportunity that people were asked for, such as `event-12`; `events` and `volunteering` are any. */
export const askedFilter = codesFilter.refine(
  (codes) => codes?.every((code) => /^(events|volunteering|(event|opportunity)-\d{1,9})$/.test(code)) ?? true,
  'Choose an event or an opportunity, such as event-12, or volunteering.',
)

export const askAnswerFilter = codesFilter.refine(
  (codes) => codes?.every((code) => askAnswerChoices.some((choice) => choice.code === code)) ?? true,
  'The answer to an ask is one of yes, maybe, no, none.',
)

/** The filters about asks. */
export const askFilterNames = ['asked', 'was_asked', 'asked_from', 'not_asked_from', 'ask_answer'] as const
/** The filters that are for staff only: these, and those about the answers of champions. */
export const staffFilterNames = [...askFilterNames, 'answered', 'answer'] as const

/**
 * The people of an event or opportunity: those asked, who have said yes, said no or not answered, and those who answered
 * without being asked. Yes includes the waiting list, no includes canceled answers, and a "maybe" is no answer yet.
 */
export const askedGroups = ['asked', 'yes', 'no', 'none', 'unasked'] as const
export type AskedGroup = (typeof askedGroups)[number]
