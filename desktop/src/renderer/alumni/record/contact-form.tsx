import {
  alumnusFieldNames,
  contactFields,
  contactGroups,
  isContactFlag,
  kindOf,
  type ContactFlag,
  type ContactText,
} from '@alumni/shared/alumni/fields'
import type { Alumnus } from '@alumni/shared/alumni/record'
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { Alert } from '../../ui/alert.tsx'
import { EditForm, FieldGroup, TheirValue } from '../../ui/form/edit-form.tsx'
import { countryName } from '@alumni/shared/countries'
import { countryChoices } from './countries.ts'
import { formatValue } from '../../ui/words/format-value.ts'
import { useContactForm } from './use-contact-form.ts'

type Form = ReturnType<typeof useContactForm>

export function ContactForm({ alumnus, onDone }: { alumnus: Alumnus; onDone: () => void }) {
  const form = useContactForm(alumnus, onDone)
  const { error, wrong, theirs } = form
  return (
    <EditForm
      label="Contact details"
      isDirty={form.isDirty}
      isPending={form.isPending}
      error={error}
      hasConflict={Object.keys(theirs).length > 0}
      noun="value"
      refusal={
        Object.keys(wrong).length === 0 && (
          <Alert tone="bad" title="Nothing has been saved" isAlert>
            {error?.message}
          </Alert>
        )
      }
      onSave={form.save}
      onDone={onDone}
    >
      {[...contactGroups].map(([name, fields]) => (
        <FieldGroup key={name} name={name}>
          {fields.map((field) =>
            isContactFlag(field) ? (
              <FlagField key={field} form={form} field={field} />
            ) : (
              <TextField key={field} form={form} field={field} />
            ),
          )}
        </FieldGroup>
      ))}
      <p className="muted">Imports do not overwrite your changes, and the next export takes them to the CRM.</p>
    </EditForm>
  )
}

function TextField({ form, field }: { form: Form; field: ContactText }) {
  const kind = kindOf[field]
  const isFirst = field === contactFields[0]
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
          nothingFoundMessage="No country matches"
        />
      ) : kind === 'lines' ? (
        <Textarea {...common} value={value} onChange={write} autosize minRows={1} maxRows={4} />
      ) : (
        <TextInput
          {...common}
          type={kind === 'phone' ? 'tel' : kind === 'email' ? 'email' : 'text'}
          value={value}
          onChange={write}
        />
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

function Theirs({ form: { theirs, base, set }, field }: { form: Form; field: ContactText | ContactFlag }) {
  if (theirs[field] === undefined) return null
  const value =
    field === 'country' && theirs.country
      ? countryName(theirs.country)
      : formatValue(field, theirs[field] === null ? null : String(theirs[field]))
  return <TheirValue field={alumnusFieldNames[field]} value={value} onTake={() => set(field, base[field])} />
}
