import { type Alumnus, alumnusFieldNames, type ContactFlag, type ContactText } from '@alumni/shared/alumni/record'
import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { Sentence } from '../../ui/sentence.tsx'
import { askToDiscard, useUnsaved } from '../../ui/unsaved.ts'
import { countryChoices, countryName } from './countries.ts'
import { sayValue } from '../../ui/words/say-value.ts'
import { useContactForm } from './use-contact-form.ts'
import { useEscape } from '../../ui/use-escape.ts'
import classes from './contact-card.module.css'

type Form = ReturnType<typeof useContactForm>

/** Enter saves, Escape leaves; nobody loses what they typed without being asked. */
export function ContactForm({ alumnus, onDone }: { alumnus: Alumnus; onDone: () => void }) {
  const form = useContactForm(alumnus, onDone)
  const element = useRef<HTMLFormElement>(null)
  useUnsaved(form.isDirty)
  useEffect(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [form.error])

  const leave = () => (form.isDirty ? askToDiscard(onDone) : onDone())
  useEscape(leave)
  function submit(event: FormEvent) {
    event.preventDefault()
    form.save()
  }

  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate aria-label="Contact details">
      {form.error && <Refusal form={form} />}
      <Group name="Name">
        <TextField form={form} field="preferred_name" isFirst />
      </Group>
      <Group name="E-mail">
        {(['primary_email', 'personal_email', 'work_email', 'school_email', 'other_email'] as const).map((field) => (
          <TextField key={field} form={form} field={field} type="email" />
        ))}
      </Group>
      <Group name="Phone">
        <TextField form={form} field="mobile_phone" type="tel" />
        <TextField form={form} field="home_phone" type="tel" />
      </Group>
      <Group name="Address">
        <TextField form={form} field="street" />
        <TextField form={form} field="city" />
        <TextField form={form} field="state" />
        <TextField form={form} field="postal_code" />
        <TextField form={form} field="country" />
      </Group>
      <Group name="Contact preferences">
        <FlagField form={form} field="do_not_contact" />
        <FlagField form={form} field="do_not_email" />
      </Group>
      <p className="muted">
        Each change is kept from being overwritten by imports, and goes to the CRM with the next export.
      </p>
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

function Refusal({ form: { error, wrong, theirs } }: { form: Form }) {
  if (!error || Object.keys(wrong).length > 0) return null
  const isOvertaken = Object.keys(theirs).length > 0
  return (
    <Sentence
      tone={isOvertaken ? 'warn' : 'bad'}
      title={isOvertaken ? 'Somebody else was faster' : 'Nothing has been saved'}
      isAlert
    >
      {isOvertaken
        ? 'What you typed is still here, with their value under it. Take theirs where it is better, then save.'
        : error.message}
    </Sentence>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{name}</legend>
      {children}
    </fieldset>
  )
}

type TextFieldProps = { form: Form; field: ContactText; type?: 'email' | 'tel'; isFirst?: boolean }

function TextField({ form, field, type, isFirst }: TextFieldProps) {
  const common = {
    label: alumnusFieldNames[field],
    error: form.wrong[field],
    autoComplete: 'off',
    'data-autofocus': isFirst,
    autoFocus: isFirst,
    onBlur: () => form.leave(field),
  }
  const value = form.typed[field]
  const write = (event: { currentTarget: { value: string } }) => form.set(field, event.currentTarget.value)
  return (
    <div>
      {field === 'country' ? (
        <Select
          {...common}
          data={countryChoices(form.base.country)}
          value={value || null}
          onChange={(to) => form.set(field, to ?? '')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'No country' }}
          nothingFoundMessage="No country has this name"
        />
      ) : field === 'street' ? (
        <Textarea {...common} value={value} onChange={write} autosize minRows={1} maxRows={4} />
      ) : (
        <TextInput {...common} type={type ?? 'text'} value={value} onChange={write} />
      )}
      <Theirs form={form} field={field} />
    </div>
  )
}

function FlagField({ form, field }: { form: Form; field: ContactFlag }) {
  return (
    <div>
      <Checkbox
        label={alumnusFieldNames[field]}
        checked={form.typed[field]}
        onChange={(event) => form.set(field, event.currentTarget.checked)}
      />
      <Theirs form={form} field={field} />
    </div>
  )
}

/** What somebody else has written there meanwhile. */
function Theirs({ form: { theirs, base, set }, field }: { form: Form; field: ContactText | ContactFlag }) {
  if (theirs[field] === undefined) return null
  const value =
    field === 'country' && theirs.country
      ? countryName(theirs.country)
      : sayValue(field, theirs[field] === null ? null : String(theirs[field]))
  return (
    <div className={classes.theirs}>
      <span>
        Theirs: <strong>{value ?? 'empty'}</strong>
      </span>
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => set(field, base[field])}
        aria-label={`Take theirs for ${alumnusFieldNames[field]}`}
      >
        Take theirs
      </Button>
    </div>
  )
}
