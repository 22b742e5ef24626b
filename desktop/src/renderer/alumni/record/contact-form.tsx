import { type Alumnus, alumnusFieldNames, type ContactFlag, type ContactText } from '@alumni/shared/alumni/record'
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
      <FieldGroup name="Name">
        <TextField form={form} field="preferred_name" isFirst />
      </FieldGroup>
      <FieldGroup name="E-mail">
        {(['primary_email', 'personal_email', 'work_email', 'school_email', 'other_email'] as const).map((field) => (
          <TextField key={field} form={form} field={field} type="email" />
        ))}
      </FieldGroup>
      <FieldGroup name="Phone">
        <TextField form={form} field="mobile_phone" type="tel" />
        <TextField form={form} field="home_phone" type="tel" />
      </FieldGroup>
      <FieldGroup name="Address">
        <TextField form={form} field="street" />
        <TextField form={form} field="city" />
        <TextField form={form} field="state" />
        <TextField form={form} field="postal_code" />
        <TextField form={form} field="country" />
      </FieldGroup>
      <FieldGroup name="Contact preferences">
        <FlagField form={form} field="do_not_contact" />
        <FlagField form={form} field="do_not_email" />
      </FieldGroup>
      <p className="muted">
        Each change is kept from being overwritten by imports, and goes to the CRM with the next export.
      </p>
    </EditForm>
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

function Theirs({ form: { theirs, base, set }, field }: { form: Form; field: ContactText | ContactFlag }) {
  if (theirs[field] === undefined) return null
  const value =
    field === 'country' && theirs.country
      ? countryName(theirs.country)
      : formatValue(field, theirs[field] === null ? null : String(theirs[field]))
  return <TheirValue field={alumnusFieldNames[field]} value={value} onTake={() => set(field, base[field])} />
}
