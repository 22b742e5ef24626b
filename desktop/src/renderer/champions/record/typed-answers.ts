import {
  answerGroups,
  type AnswerGroup,
  type SignupAnswer,
  type SignupAnswers,
} from '@alumni/shared/champions/staff-page'
import { countryOfZips } from '@alumni/shared/champions/sign-up'

export type ListAnswer = 'help_roles' | 'affinity_codes'
export type TextAnswer = Exclude<SignupAnswer, ListAnswer>
/** The answers as a form has them: none is an empty text, and no country the United States. */
export type TypedAnswers = Record<TextAnswer, string> & Record<ListAnswer, string[]>

export function typedOf(answers: SignupAnswers): TypedAnswers {
  const entries = Object.entries(answers).map(([field, value]) => [
    field,
    Array.isArray(value) ? value : String(value ?? ''),
  ])
  return { ...(Object.fromEntries(entries) as TypedAnswers), country: answers.country || countryOfZips }
}

/** Whether what is typed differs from what was there. */
export function isChanged(base: TypedAnswers, typed: TypedAnswers, field: SignupAnswer): boolean {
  return comparable(base[field]) !== comparable(typed[field])
}

/** The groups in which something was changed, whole. */
export function changedGroups(base: TypedAnswers, typed: TypedAnswers): Partial<Record<AnswerGroup, object>> {
  const groups = Object.entries(answerGroups) as [AnswerGroup, readonly SignupAnswer[]][]
  return Object.fromEntries(
    groups
      .filter(([, fields]) => fields.some((field) => isChanged(base, typed, field)))
      .map(([group, fields]) => [group, Object.fromEntries(fields.map((field) => [field, typed[field]]))]),
  )
}

/** What was chosen from a list has no order. */
function comparable(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.toSorted().join('\n')
}
