import { signupAnswerNames, type SignupAnswer, type SignupPage } from '@alumni/shared/champions/staff-page'
import { helpRoles } from '@alumni/shared/champions/record'
import { countryOptions } from '@alumni/shared/countries'
import { countryOfZips } from '@alumni/shared/champions/sign-up'
import { Button, Checkbox, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { HttpError } from '../../http.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { askToDiscard, useUnsaved } from '../../ui/unsaved.ts'
import { useEscape } from '../../ui/use-escape.ts'
import { sayAnswer, type Choices } from './answer-words.ts'
import { Refusal } from './confirm-modal.tsx'
import { type TextAnswer, useAnswersForm } from './use-answers-form.ts'
import classes from './answers-form.module.css'

type Form = ReturnType<typeof useAnswersForm>
type FieldProps = { form: Form; choices: Choices }

/** Enter saves, Escape leaves; nobody loses what they typed without being asked. */
export function AnswersForm({ page, onDone }: { page: SignupPage; onDone: () => void }) {
  const form = useAnswersForm(page, onDone)
  const { choices } = page
  const element = useRef<HTMLFormElement>(null)
  const common = { form, choices }
  useUnsaved(form.isDirty)
  useEffect(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [form.error])
  const leave = () => (form.isDirty ? askToDiscard(onDone) : onDone())
  useEscape(leave)
  const isAbroad = form.typed.country !== countryOfZips
  const hasNewAddress = form.typed.email.trim().toLowerCase() !== form.base.email.toLowerCase()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isPending) form.send()
  }

  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate aria-label="Answers">
      {form.error && <WhyNot form={form} />}
      <Group name="Name and phone">
        <Text {...common} field="first_name" isFirst />
        <Text {...common} field="last_name" />
        <Text {...common} field="former_last_name" />
        <Text {...common} field="phone" type="tel" />
      </Group>
      <Group name="Sign-in">
        <Text {...common} field="email" type="email" />
        {hasNewAddress && (
          <Sentence tone="warn" title="They sign in with the new address from then on">
            They are signed out everywhere, devices are forgotten, and a letter tells both addresses. Make sure that it
            is theirs: who reads its mail can sign in.
          </Sentence>
        )}
      </Group>
      <Group name="Where they live">
        <Country {...common} />
        <Text {...common} field="street" />
        <Text {...common} field="city" />
        <Text {...common} field="state" />
        {isAbroad ? <Text {...common} field="postal_code" /> : <Text {...common} field="zip_code" />}
      </Group>
      <Group name="How they want to help">
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
        <Theirs {...common} field="help_roles" />
        <MultiSelect
          label={signupAnswerNames.affinity_codes}
          data={withKept(
            choices.affinities.map(({ category, options }) => ({ group: category, items: options })),
            form.typed.affinity_codes,
          )}
          value={form.typed.affinity_codes}
          onChange={(codes) => form.set('affinity_codes', codes)}
          searchable
          nothingFoundMessage="No affinity has this name"
        />
        <Theirs {...common} field="affinity_codes" />
        <Text {...common} field="degree_year" />
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
        <Theirs {...common} field="college_code" />
      </Group>
      {page.alumnus && (
        <p className="muted">
          What is corrected here is not sent to the CRM. To change what is on file, edit the alumnus.
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isPending}>
          {Object.keys(form.theirs).length > 0 ? 'Save mine' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

function WhyNot({ form: { error, wrong, theirs } }: { form: Form }) {
  if (!error) return null
  if (Object.keys(theirs).length > 0)
    return (
      <Sentence tone="warn" title="Somebody else was faster" isAlert>
        What you typed is still here, with their answer under it. Take theirs where it is better, then save.
      </Sentence>
    )
  const isOnlyFields = Object.keys(wrong).length > 0 && !(error instanceof HttpError && error.status === 409)
  return isOnlyFields ? null : <Refusal error={error} />
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{name}</legend>
      {children}
    </fieldset>
  )
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

/** What somebody else has written there meanwhile. */
function Theirs({ form: { theirs, base, set }, choices, field }: FieldProps & { field: SignupAnswer }) {
  if (theirs[field] === undefined) return null
  return (
    <div className={classes.theirs}>
      <span>
        Theirs:{' '}
        <strong>{sayAnswer(field, field === 'country' ? base.country : theirs[field], choices) ?? 'empty'}</strong>
      </span>
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => set(field, base[field])}
        aria-label={`Take theirs for ${signupAnswerNames[field]}`}
      >
        Take theirs
      </Button>
    </div>
  )
}

type Options = { group: string; items: { value: string; label: string }[] }[]

/** Codes that are in no list any more are kept to be seen. */
function withKept(groups: Options, chosen: readonly string[]): Options {
  const known = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)))
  const unknown = chosen.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code }))
  return unknown.length > 0 ? [...groups, { group: 'In no list any more', items: unknown }] : groups
}
