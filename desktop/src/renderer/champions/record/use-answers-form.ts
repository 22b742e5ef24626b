import { notifyDone } from '../../ui/notify.tsx'
import {
  answersOfGroup,
  signupAnswers,
  type AnswerGroup,
  type ListAnswer,
  type SignupAnswer,
  type SignupAnswers,
} from '@alumni/shared/champions/answers'
import { signupRefusal, type SignupPage } from '@alumni/shared/champions/staff-page'
import { useState } from 'react'
import { countryOfZips } from '@alumni/shared/champions/sign-up'
import { HttpError } from '../../http.ts'
import { useSignupAction } from './queries.ts'

/** The typed answers, their base for comparison, and the server's reply. A refusal loses nothing that was typed. */
export function useAnswersForm({ signup, alumnus }: SignupPage, onDone: () => void) {
  const [seen, setSeen] = useState<SignupAnswers>(() => signupAnswers.parse(signup))
  const [typed, setTyped] = useState(() => typedOf(seen))
  const [theirs, setTheirs] = useState<Partial<SignupAnswers>>({})
  const base = typedOf(seen)
  const save = useSignupAction(signup.id, () => {
    notifyDone({
      title: 'Saved',
      message: alumnus
        ? 'This is not sent to the CRM. To change it there, edit the alumnus.'
        : 'The timeline shows what was there before.',
    })
    onDone()
  })
  const groups = changedGroups(base, typed)
  const isDirty = Object.keys(groups).length > 0

  function send() {
    if (!isDirty) return onDone()
    save.mutate(
      { method: 'PATCH', body: { ...groups, seen } },
      {
        onError(error) {
          const refusal =
            error instanceof HttpError && error.status === 409 ? signupRefusal.safeParse(error.body) : null
          if (!refusal?.success) return
          const { current } = refusal.data
          setTheirs((before) => ({ ...before, ...current }))
          setSeen((before) => ({ ...before, ...current }))
        },
      },
    )
  }

  return {
    seen,
    base,
    typed,
    set: <Field extends SignupAnswer>(field: Field, value: TypedAnswers[Field]) =>
      setTyped((before) => ({ ...before, [field]: value })),
    isDirty,
    /** Others' changes meanwhile that differ from the typed answers. */
    theirs: Object.fromEntries(
      Object.entries(theirs).filter(([field]) => isChanged(base, typed, field as SignupAnswer)),
    ) as Partial<SignupAnswers>,
    wrong: Object.keys(theirs).length > 0 ? {} : fieldsOf(save.error),
    error: save.error,
    isPending: save.isPending,
    send,
  }
}

/** The server's sentences by answer; those of a contract stand under their group. */
function fieldsOf(error: Error | null): Partial<Record<SignupAnswer, string>> {
  if (!(error instanceof HttpError)) return {}
  return Object.fromEntries(
    Object.entries(error.body.fields ?? {}).map(([path, sentence]) => [path.split('/').at(-1)!, sentence]),
  )
}

export type TextAnswer = Exclude<SignupAnswer, ListAnswer>
/** The answers as a form has them: none is an empty text, and no country the United States. */
type TypedAnswers = Record<TextAnswer, string> & Record<ListAnswer, string[]>

function typedOf(answers: SignupAnswers): TypedAnswers {
  const entries = Object.entries(answers).map(([field, value]) => [
    field,
    Array.isArray(value) ? value : String(value ?? ''),
  ])
  return { ...(Object.fromEntries(entries) as TypedAnswers), country: answers.country || countryOfZips }
}

/** Whether what is typed differs from what was there. */
function isChanged(base: TypedAnswers, typed: TypedAnswers, field: SignupAnswer): boolean {
  return comparable(base[field]) !== comparable(typed[field])
}

const groups: readonly AnswerGroup[] = ['contact', 'location', 'interests', 'signin']

/** The groups in which something was changed, whole. */
function changedGroups(base: TypedAnswers, typed: TypedAnswers): Partial<Record<AnswerGroup, object>> {
  const changed = groups.filter((group) => answersOfGroup(group).some((field) => isChanged(base, typed, field)))
  return Object.fromEntries(
    changed.map((group) => [group, Object.fromEntries(answersOfGroup(group).map((field) => [field, typed[field]]))]),
  )
}

/** Choices from a list have no order. */
function comparable(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.toSorted().join('\n')
}
