import { signupAnswerNames, type SignupAnswer, type SignupPage } from '@alumni/shared/champions/staff-page'
import { helpRoles } from '@alumni/shared/champions/record'
import { countryOptions } from '@alumni/shared/countries'
import { countryOfZips } from '@alumni/shared/champions/sign-up'
import { Checkbox, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { HttpError } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { EditForm, FieldGroup, TheirValue } from '../../ui/form/edit-form.tsx'
import { answerWords, type Choices } from './answer-words.ts'
import { Refusal } from './confirm-modal.tsx'
import { type TextAnswer, useAnswersForm } from './use-answers-form.ts'

type Form = ReturnType<typeof useAnswersForm>
type FieldProps = { form: Form; choices: Choices }

/** Staff correct the champion's answers here. */
export function AnswersForm({ page, onDone }: { page: SignupPage; onDone: () => void }) {
  const form = useAnswersForm(page, onDone)
  const { choices } = page
  const common = { form, choices }
  const isAbroad = form.typed.country !== countryOfZips
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
      <FieldGroup name="Name and phone">
        <Text {...common} field="first_name" isFirst />
        <Text {...common} field="last_name" />
        <Text {...common} field="former_last_name" />
        <Text {...common} field="phone" type="tel" />
      </FieldGroup>
      <FieldGroup name="Sign-in">
        <Text {...common} field="email" type="email" />
        {hasNewAddress && (
          <Alert tone="warn" title="They sign in with the new address from then on">
            They are signed out everywhere, devices are forgotten, and a letter tells both addresses. Make sure that it
            is theirs: who reads its mail can sign in.
          </Alert>
        )}
      </FieldGroup>
      <FieldGroup name="Where they live">
        <Country {...common} />
        <Text {...common} field="street" />
        <Text {...common} field="city" />
        <Text {...common} field="state" />
        {isAbroad ? <Text {...common} field="postal_code" /> : <Text {...common} field="zip_code" />}
      </FieldGroup>
      <HelpFields {...common} />
      {page.alumnus && (
        <p className="muted">
          What is corrected here is not sent to the CRM. To change what is on file, edit the alumnus.
        </p>
      )}
    </EditForm>
  )
}

function HelpFields(props: FieldProps) {
  const { form, choices } = props
  return (
    <FieldGroup name="How they want to help">
      <Checkbox.Group
        label={signupAnswerNames.help_roles}
        value={form.typed.help_roles}
        onChange={(roles) => form.set('help_roles', roles)}
      >
        <Stack gap={8} mt={4}>
          {Object.entries(helpRoles).map(([role, words]) => (
            <Checkbox key={role} value={role} label={words} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Theirs {...props} field="help_roles" />
      <MultiSelect
        label={signupAnswerNames.affinity_codes}
        data={withUnlisted(
          choices.affinities.map(({ category, options }) => ({ group: category, items: options })),
          form.typed.affinity_codes,
        )}
        value={form.typed.affinity_codes}
        onChange={(codes) => form.set('affinity_codes', codes)}
        searchable
        nothingFoundMessage="No affinity has this name"
      />
      <Theirs {...props} field="affinity_codes" />
      <Text {...props} field="degree_year" />
      <Select
        label={signupAnswerNames.college_code}
        data={choices.colleges}
        value={form.typed.college_code || null}
        onChange={(code) => form.set('college_code', code ?? '')}
        error={form.wrong.college_code}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No college' }}
        nothingFoundMessage="No college has this name"
      />
      <Theirs {...props} field="college_code" />
    </FieldGroup>
  )
}

/** Whether all that is wrong is said beside the fields. */
function isOnlyFields({ error, wrong }: Form): boolean {
  return Object.keys(wrong).length > 0 && !(error instanceof HttpError && error.status === 409)
}

type TextProps = FieldProps & { field: TextAnswer; type?: 'email' | 'tel'; isFirst?: boolean }

function Text({ form, choices, field, type, isFirst }: TextProps) {
  return (
    <div>
      <TextInput
        label={signupAnswerNames[field]}
        type={type ?? 'text'}
        inputMode={field === 'degree_year' ? 'numeric' : undefined}
        autoComplete="off"
        autoFocus={isFirst}
        error={form.wrong[field]}
        value={form.typed[field]}
        onChange={(event) => form.set(field, event.currentTarget.value)}
      />
      <Theirs form={form} choices={choices} field={field} />
    </div>
  )
}

function Country({ form, choices }: FieldProps) {
  return (
    <div>
      <Select
        label={signupAnswerNames.country}
        data={countryOptions()}
        value={form.typed.country}
        onChange={(code) => form.set('country', code ?? countryOfZips)}
        error={form.wrong.country}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No country has this name"
      />
      <Theirs form={form} choices={choices} field="country" />
    </div>
  )
}

function Theirs({ form: { theirs, base, set }, choices, field }: FieldProps & { field: SignupAnswer }) {
  if (theirs[field] === undefined) return null
  return (
    <TheirValue
      field={signupAnswerNames[field]}
      value={answerWords(field, field === 'country' ? base.country : theirs[field], choices)}
      onTake={() => set(field, base[field])}
    />
  )
}

type Options = { group: string; items: { value: string; label: string }[] }[]

/** Codes that are in no list any more stay among the choices, so that they are seen. */
function withUnlisted(groups: Options, chosen: readonly string[]): Options {
  const known = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)))
  const unknown = chosen.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code }))
  return unknown.length > 0 ? [...groups, { group: 'In no list any more', items: unknown }] : groups
}
