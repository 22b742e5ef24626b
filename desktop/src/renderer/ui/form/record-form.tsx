import { Checkbox, MultiSelect, Select, Stack, Textarea, TextInput, type ComboboxData } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { HttpError } from '../../http.ts'
import { Alert } from '../alert.tsx'
import { EditForm, ConflictingValue } from './edit-form.tsx'
import { FieldGroup } from './field-group.tsx'

type Value = string | boolean | readonly string[]
export type FieldValues<Name extends string = string> = Record<Name, Value>

/** `kind` defaults to a single line of text. */
export type RecordField<Name extends string> = {
  name: Name
  label: string
  kind?: 'text' | 'email' | 'tel' | 'lines' | 'switch' | 'choice' | 'choices' | 'boxes'
  options?: ComboboxData
  /** Used if the user chooses nothing, so that the field cannot be empty. */
  defaultValue?: string
  format: (value: Value) => string | null
}

type SaveMutation = {
  isPending: boolean
  error: Error | null
  mutate: (body: never, options: { onError: (error: Error) => void }) => void
}

type RecordFormOptions<Record extends object, Name extends string> = {
  record: Record
  toValues: (record: Record) => FieldValues<Name>
  save: SaveMutation
  /** `base` is the record that the user started from. */
  toBody: (changed: Name[], values: FieldValues<Name>, base: Record) => unknown
  /** Returns the current values from a 409 reply, or undefined if the body does not describe a conflict. */
  parseConflict: (body: unknown) => Partial<Record> | undefined
  validate?: (name: Name, values: FieldValues<Name>) => string | undefined
  onDone: () => void
}

/** After a conflict, the form also shows the values that others have saved. */
export function useRecordForm<Record extends object, Name extends string>(options: RecordFormOptions<Record, Name>) {
  const { toValues, save, toBody, parseConflict, validate, onDone } = options
  const [base, setBase] = useState(options.record)
  const [values, setValues] = useState(() => toValues(base))
  const [conflicts, setConflicts] = useState<readonly string[]>([])
  const [touched, setTouched] = useState<readonly Name[]>([])
  const savedValues = toValues(base)
  const changed = (Object.keys(savedValues) as Name[]).filter(
    (name) => comparable(savedValues[name]) !== comparable(values[name]),
  )
  const serverErrors = save.error instanceof HttpError && save.error.status !== 409 ? save.error.body.fields : undefined
  const errors: { [name in Name]?: string } = {}
  for (const [path, message] of Object.entries(serverErrors ?? {})) errors[path.split('/').at(-1) as Name] = message
  for (const name of touched) {
    const message = validate?.(name, values)
    if (message) errors[name] = message
  }
  return {
    values,
    savedValues,
    errors,
    conflicts: changed.filter((name) => conflicts.includes(name)),
    isDirty: changed.length > 0,
    error: save.error,
    isPending: save.isPending,
    set: (name: Name, value: Value) => setValues((before) => ({ ...before, [name]: value })),
    leave: (name: Name) => setTouched((before) => (changed.includes(name) ? [...new Set([...before, name])] : before)),
    send() {
      if (changed.length === 0) return onDone()
      save.mutate(toBody(changed, values, base) as never, {
        onError(error) {
          const current = error instanceof HttpError && error.status === 409 ? parseConflict(error.body) : undefined
          if (!current) return
          setConflicts(Object.keys(current))
          setBase((before) => ({ ...before, ...current }))
        },
      })
    },
    onDone,
  }
}

const comparable = (value: Value) => (Array.isArray(value) ? value.toSorted().join('\n') : String(value))

type RecordFormProps<Name extends string> = {
  form: ReturnType<typeof useRecordForm<object, Name>>
  label: string
  noun: string
  groups: readonly { name: string; fields: readonly RecordField<Name>[]; foot?: ReactNode }[]
  refusal?: (error: Error) => ReactNode
  children?: ReactNode
}

export function RecordForm<Name extends string>({ form, groups, refusal, children, ...props }: RecordFormProps<Name>) {
  const { error, errors } = form
  return (
    <EditForm
      {...props}
      isDirty={form.isDirty}
      isPending={form.isPending}
      error={error}
      hasConflict={form.conflicts.length > 0}
      errorMessage={
        error &&
        Object.keys(errors).length === 0 &&
        (refusal?.(error) ?? <Alert tone="bad" title={error.message} isAlert />)
      }
      onSave={form.send}
      onDone={form.onDone}
    >
      {groups.map(({ name, fields, foot }, groupIndex) => (
        <FieldGroup key={name} name={name}>
          {fields.map((field, index) => (
            <div key={field.name}>
              <Field form={form} field={field} isFirst={groupIndex + index === 0} />
              {form.conflicts.includes(field.name) && (
                <ConflictingValue
                  field={field.label}
                  value={field.format(form.savedValues[field.name])}
                  onUse={() => form.set(field.name, form.savedValues[field.name])}
                />
              )}
            </div>
          ))}
          {foot}
        </FieldGroup>
      ))}
      {children}
    </EditForm>
  )
}

type FieldProps<Name extends string> = {
  form: RecordFormProps<Name>['form']
  field: RecordField<Name>
  isFirst: boolean
}

function Field<Name extends string>({ form: { values, errors, set, leave }, field, isFirst }: FieldProps<Name>) {
  const { name, label, kind = 'text', options = [], defaultValue } = field
  const value = values[name]
  const common = { label, error: errors[name], onBlur: () => leave(name) }
  const write = (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value)
  const nothing = `No ${label.toLowerCase()} has this name`
  switch (kind) {
    case 'switch':
      return <Checkbox label={label} checked={value === true} onChange={(e) => set(name, e.currentTarget.checked)} />
    case 'lines':
      return <Textarea {...common} value={String(value)} onChange={write} autosize minRows={1} maxRows={4} />
    case 'choice':
      return (
        <Select
          {...common}
          data={options}
          value={String(value) || null}
          onChange={(to) => set(name, to ?? defaultValue ?? '')}
          searchable
          clearable={defaultValue === undefined}
          allowDeselect={defaultValue === undefined}
          clearButtonProps={{ 'aria-label': `No ${label.toLowerCase()}` }}
          nothingFoundMessage={nothing}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          {...common}
          data={options}
          value={[...(value as string[])]}
          onChange={(to) => set(name, to)}
          searchable
          nothingFoundMessage={nothing}
        />
      )
    case 'boxes':
      return (
        <Checkbox.Group label={label} value={[...(value as string[])]} onChange={(to) => set(name, to)}>
          <Stack gap={8} mt={4}>
            {(options as { value: string; label: string }[]).map((option) => (
              <Checkbox key={option.value} {...option} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    default:
      return (
        <TextInput
          {...common}
          type={kind}
          value={String(value)}
          onChange={write}
          autoComplete="off"
          autoFocus={isFirst}
        />
      )
  }
}
