import {
  answersOfGroup,
  fieldOf,
  isListAnswer,
  type AnswerGroup,
  type ListAnswer,
  type SignupAnswer,
} from '@alumni/shared/champions/answers'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { helpRoles } from '@alumni/shared/champions/record'
import { countryOptions } from '@alumni/shared/countries'
import { countryOfZips } from '@alumni/shared/champions/sign-up'
import { Checkbox, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { HttpError } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { EditForm, FieldGroup, TheirValue } from '../../ui/form/edit-form.tsx'
import { answerText, type Choices as Lists } from './answer-words.ts'
import { Refusal } from './confirm-modal.tsx'
import { type TextAnswer, useAnswersForm } from './use-answers-form.ts'

type Form = ReturnType<typeof useAnswersForm>
type FieldProps<Name extends SignupAnswer = SignupAnswer> = { form: Form; choices: Lists; name: Name }

const groupNames: Record<AnswerGroup, string> = {
  contact: 'Name and phone',
  signin: 'Sign-in',
  location: 'Where they live',
  interests: 'How they want to help',
}
const groups = Object.keys(groupNames) as AnswerGroup[]

/** Staff correct the champion's answers here. */
export function AnswersForm({ page, onDone }: { page: SignupPage; onDone: () => void }) {
  const form = useAnswersForm(page, onDone)
  const { choices } = page
  const country = form.typed.country === countryOfZips ? 'home' : 'abroad'
  const hasNewAddress = form.typed.email.trim().toLowerCase() !== form.base.email.toLowerCase()

  return (
    <EditForm
      label="Answers"
      isDirty={form.isDirty}
      isPending={form.isPending}
      error={form.error}
      hasConflict={Object.keys(form.theirs).length > 0}
      noun="answer"
      refusal={form.error && !isOnlyFields(form) && <Refusal error={form.error} />}
      onSave={form.send}
      onDone={onDone}
    >
      {groups.map((group) => (
        <FieldGroup key={group} name={groupNames[group]}>
          {answersOfGroup(group)
            .filter((name) => [undefined, country].includes(fieldOf(name).only))
            .map((name) => (
              <div key={name}>
                <Field form={form} choices={choices} name={name} />
                <Theirs form={form} choices={choices} name={name} />
              </div>
            ))}
          {group === 'signin' && hasNewAddress && (
            <Alert tone="warn" title="They will sign in with the new address">
              They are signed out everywhere, devices are forgotten, and both addresses get a letter. Make sure that the
              address is theirs: anyone who reads its mail can sign in.
            </Alert>
          )}
        </FieldGroup>
      ))}
      {page.alumnus && (
        <p className="muted">
          What is corrected here is not sent to the CRM. To change what is on file, edit the alumnus.
        </p>
      )}
    </EditForm>
  )
}

/** Whether all that is wrong is said beside the fields. */
function isOnlyFields({ error, wrong }: Form): boolean {
  return Object.keys(wrong).length > 0 && !(error instanceof HttpError && error.status === 409)
}

/** The field of one answer, by the list that it is chosen from. */
function Field({ name, ...props }: FieldProps) {
  if (isListAnswer(name)) return <Choices {...props} name={name} />
  return fieldOf(name).from ? <Choice {...props} name={name} /> : <Text {...props} name={name} />
}

function Text({ form, name }: FieldProps<TextAnswer>) {
  const { label, form: asked } = fieldOf(name)
  return (
    <TextInput
      label={label}
      type={asked.type ?? 'text'}
      inputMode={asked.inputmode}
      autoComplete="off"
      autoFocus={name === 'first_name'}
      error={form.wrong[name]}
      value={form.typed[name]}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  )
}

/** One of a list; a country is never none. */
function Choice({ form, choices, name }: FieldProps<TextAnswer>) {
  const { label, from } = fieldOf(name)
  const isCountry = from === 'countries'
  return (
    <Select
      label={label}
      data={isCountry ? countryOptions() : choices.colleges}
      value={form.typed[name] || null}
      onChange={(code) => form.set(name, code ?? (isCountry ? countryOfZips : ''))}
      error={form.wrong[name]}
      searchable
      clearable={!isCountry}
      allowDeselect={!isCountry}
      clearButtonProps={{ 'aria-label': `No ${label.toLowerCase()}` }}
      nothingFoundMessage={`No ${label.toLowerCase()} has this name`}
    />
  )
}

/** Several of a list. */
function Choices({ form, choices, name }: FieldProps<ListAnswer>) {
  const { label, from } = fieldOf(name)
  if (from === 'roles')
    return (
      <Checkbox.Group label={label} value={form.typed[name]} onChange={(codes) => form.set(name, codes)}>
        <Stack gap={8} mt={4}>
          {Object.entries(helpRoles).map(([role, words]) => (
            <Checkbox key={role} value={role} label={words} />
          ))}
        </Stack>
      </Checkbox.Group>
    )
  return (
    <MultiSelect
      label={label}
      data={withUnlisted(
        choices.affinities.map(({ category, options }) => ({ group: category, items: options })),
        form.typed[name],
      )}
      value={form.typed[name]}
      onChange={(codes) => form.set(name, codes)}
      searchable
      nothingFoundMessage="No affinity has this name"
    />
  )
}

function Theirs({ form: { theirs, base, set }, choices, name }: FieldProps) {
  if (theirs[name] === undefined) return null
  return (
    <TheirValue
      field={fieldOf(name).label}
      value={answerText(name, base[name], choices)}
      onTake={() => set(name, base[name])}
    />
  )
}

type Options = { group: string; items: { value: string; label: string }[] }[]

/** Codes that are in no list any more stay among the choices, so that they are seen. */
function withUnlisted(groups: Options, chosen: readonly string[]): Options {
  const known = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)))
  const unknown = chosen.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code }))
  return unknown.length > 0 ? [...groups, { group: 'No longer in a list', items: unknown }] : groups
}
