import { answersOfGroup, fieldOf, signupAnswerNames, signupAnswers } from '@alumni/shared/champions/answers'
import type { AnswerGroup, SignupAnswer, SignupAnswers } from '@alumni/shared/champions/answers'
import { helpRoles } from '@alumni/shared/champions/record'
import { zipCountry } from '@alumni/shared/champions/sign-up'
import { signupRefusal, type SignupPage } from '@alumni/shared/champions/staff-page'
import { countryOptions } from '@alumni/shared/countries'
import { Alert } from '../../ui/alert.tsx'
import { RecordForm, useRecordForm, type RecordField, type FieldValues } from '../../ui/form/record-form.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { formatAnswerLines, type Choices } from './format-answers.ts'
import { SignupRefusalAlert } from './signup-action-button.tsx'
import { useSignupAction } from './queries.ts'

const groupNames: Record<AnswerGroup, string> = {
  contact: 'Name and phone',
  signin: 'Sign-in',
  location: 'Where they live',
  interests: 'How they want to help',
}
const groups = Object.keys(groupNames) as AnswerGroup[]

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
    toBody: (changed, values, savedValues) => ({
      method: 'PATCH',
      body: { ...collectGroups(changed, values), seen: savedValues },
    }),
    parseConflict: (body) => signupRefusal.safeParse(body).data?.current,
    onDone,
  })
  const { values, savedValues } = form
  const country = values.country === zipCountry ? 'home' : 'abroad'
  const hasNewAddress = String(values.email).trim().toLowerCase() !== String(savedValues.email).toLowerCase()
  return (
    <RecordForm
      form={form}
      label="Answers"
      noun="answer"
      refusal={(error) => <SignupRefusalAlert error={error} />}
      groups={groups.map((group) => ({
        name: groupNames[group],
        fields: answersOfGroup(group)
          .filter((name) => [undefined, country].includes(fieldOf(name).residence))
          .map((name) => formFieldOf(name, choices, values)),
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

/** Builds the form field for an answer; the country defaults to the United States. */
function formFieldOf(
  name: SignupAnswer,
  choices: Choices,
  values: FieldValues<SignupAnswer>,
): RecordField<SignupAnswer> {
  const { label, options, form } = fieldOf(name)
  const field = { name, label, format: (value: unknown) => formatAnswerLines(name, value, choices) }
  switch (options) {
    case undefined:
      return { ...field, kind: (form.type as 'email' | 'tel' | undefined) ?? 'text' }
    case 'countries':
      return { ...field, kind: 'choice', options: countryOptions(), defaultValue: zipCountry }
    case 'colleges':
      return { ...field, kind: 'choice', options: choices.colleges }
    case 'roles':
      return { ...field, kind: 'boxes', options: Object.entries(helpRoles).map(([value, label]) => ({ value, label })) }
    default:
      return { ...field, kind: 'choices', options: addUnlisted(choices.affinities, values[name] as string[]) }
  }
}

function addUnlisted(affinities: Choices['affinities'], selectedCodes: readonly string[]) {
  const lists = affinities.map(({ category, options }) => ({ group: category, items: options }))
  const known = new Set(lists.flatMap(({ items }) => items.map(({ value }) => value)))
  const unknown = selectedCodes.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code }))
  return unknown.length > 0 ? [...lists, { group: 'No longer in a list', items: unknown }] : lists
}

/** Converts answers to form values. Missing answers become empty strings; the country defaults to the United States. */
function toValues(answers: SignupAnswers): FieldValues<SignupAnswer> {
  const text = (value: unknown) => (Array.isArray(value) ? value : String(value ?? ''))
  const values = Object.fromEntries(signupAnswerNames.map((name) => [name, text(answers[name])]))
  return { ...(values as FieldValues<SignupAnswer>), country: answers.country || zipCountry }
}

/** Returns all values of each group in which a value has changed. */
function collectGroups(changed: readonly SignupAnswer[], values: FieldValues<SignupAnswer>) {
  const valuesOf = (group: AnswerGroup) => answersOfGroup(group).map((name) => [name, values[name]])
  const changedGroups = groups.filter((group) => answersOfGroup(group).some((name) => changed.includes(name)))
  return Object.fromEntries(changedGroups.map((group) => [group, Object.fromEntries(valuesOf(group))]))
}
