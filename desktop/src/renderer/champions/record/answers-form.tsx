import {
  answersOfGroup,
  fieldOf,
  signupAnswerNames,
  signupAnswers,
  type AnswerGroup,
  type SignupAnswer,
  type SignupAnswers,
} from '@alumni/shared/champions/answers'
import { helpRoles } from '@alumni/shared/champions/record'
import { zipCountry } from '@alumni/shared/champions/sign-up'
import { signupRefusal, type SignupPage } from '@alumni/shared/champions/staff-page'
import { countryOptions } from '@alumni/shared/countries'
import { Alert } from '../../ui/alert.tsx'
import { RecordForm, useRecordForm, type RecordField, type FieldValues } from '../../ui/form/record-form.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { answerText, type Choices } from './answer-words.ts'
import { Refusal } from './signup-action-button.tsx'
import { useSignupAction } from './queries.ts'

const groupNames: Record<AnswerGroup, string> = {
  contact: 'Name and phone',
  signin: 'Sign-in',
  location: 'Where they live',
  interests: 'How they want to help',
}
const groups = Object.keys(groupNames) as AnswerGroup[]

/** Staff correct the champion's answers here. */
export function AnswersForm({ page: { signup, alumnus, choices }, onDone }: { page: SignupPage; onDone: () => void }) {
  const save = useSignupAction(signup.id, () => {
    notifySuccess({
      title: 'Saved',
      message: alumnus
        ? 'This is not sent to the CRM. To change it there, edit the alumnus.'
        : 'The timeline shows what was there before.',
    })
    onDone()
  })
  const form = useRecordForm<SignupAnswers, SignupAnswer>({
    record: signupAnswers.parse(signup),
    toValues,
    save,
    toBody: (changed, typed, seen) => ({ method: 'PATCH', body: { ...wholeGroups(changed, typed), seen } }),
    parseConflict: (body) => signupRefusal.safeParse(body).data?.current,
    onDone,
  })
  const { values: typed, savedValues: base } = form
  const country = typed.country === zipCountry ? 'home' : 'abroad'
  const hasNewAddress = String(typed.email).trim().toLowerCase() !== String(base.email).toLowerCase()
  return (
    <RecordForm
      form={form}
      label="Answers"
      noun="answer"
      refusal={(error) => <Refusal error={error} />}
      groups={groups.map((group) => ({
        name: groupNames[group],
        fields: answersOfGroup(group)
          .filter((name) => [undefined, country].includes(fieldOf(name).residence))
          .map((name) => formFieldOf(name, choices, typed)),
        foot: group === 'signin' && hasNewAddress && (
          <Alert tone="warn" title="They will sign in with the new address">
            They are signed out everywhere, devices are forgotten, and both addresses get a letter. Make sure that the
            address is theirs: anyone who reads its mail can sign in.
          </Alert>
        ),
      }))}
    >
      {alumnus && (
        <p className="muted">
          What is corrected here is not sent to the CRM. To change what is on file, edit the alumnus.
        </p>
      )}
    </RecordForm>
  )
}

/** The field of one answer, by the list that it is chosen from; a country is never none. */
function formFieldOf(
  name: SignupAnswer,
  choices: Choices,
  typed: FieldValues<SignupAnswer>,
): RecordField<SignupAnswer> {
  const { label, options: from, form } = fieldOf(name)
  const field = { name, label, format: (value: unknown) => answerText(name, value, choices) }
  switch (from) {
    case undefined:
      return { ...field, kind: (form.type as 'email' | 'tel' | undefined) ?? 'text' }
    case 'countries':
      return { ...field, kind: 'choice', options: countryOptions(), defaultValue: zipCountry }
    case 'colleges':
      return { ...field, kind: 'choice', options: choices.colleges }
    case 'roles':
      return { ...field, kind: 'boxes', options: Object.entries(helpRoles).map(([value, label]) => ({ value, label })) }
    default:
      return { ...field, kind: 'choices', options: withUnlisted(choices.affinities, typed[name] as string[]) }
  }
}

/** Codes that are in no list any more stay among the choices, so that they are seen. */
function withUnlisted(affinities: Choices['affinities'], chosen: readonly string[]) {
  const lists = affinities.map(({ category, options }) => ({ group: category, items: options }))
  const known = new Set(lists.flatMap(({ items }) => items.map(({ value }) => value)))
  const unknown = chosen.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code }))
  return unknown.length > 0 ? [...lists, { group: 'No longer in a list', items: unknown }] : lists
}

/** The answers as a form has them: none is an empty text, and no country the United States. */
function toValues(answers: SignupAnswers): FieldValues<SignupAnswer> {
  const text = (value: unknown) => (Array.isArray(value) ? value : String(value ?? ''))
  const typed = Object.fromEntries(signupAnswerNames.map((name) => [name, text(answers[name])]))
  return { ...(typed as FieldValues<SignupAnswer>), country: answers.country || zipCountry }
}

/** The groups in which something was changed, whole. */
function wholeGroups(changed: readonly SignupAnswer[], typed: FieldValues<SignupAnswer>) {
  const of = (group: AnswerGroup) => answersOfGroup(group).map((name) => [name, typed[name]])
  const touched = groups.filter((group) => answersOfGroup(group).some((name) => changed.includes(name)))
  return Object.fromEntries(touched.map((group) => [group, Object.fromEntries(of(group))]))
}
