import { catalogEntry, type CatalogName, type CatalogEntry } from '@alumni/shared/alumni/catalog'
import { Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Dialog, leaveForm } from '../../ui/form/dialog.tsx'
import { conflictingValues, refusedFields, useContractForm } from '../../ui/form/form.tsx'
import { lists, type Field } from './lists.ts'
import { codeOf, collegesQuery, useSave } from './queries.ts'

/** The entry in the dialog; `seen` is its saved state, null for a new one. */
export type Opened = { initial: CatalogEntry; seen: CatalogEntry | null }

type EntryFormProps = { list: CatalogName; opened: Opened; onClose: () => void }

/** Shows values that another person saved meanwhile beside those typed; saving again replaces them. */
export function EntryForm({ list, opened, onClose }: EntryFormProps) {
  const { fields, nameOf, noun } = lists[list]
  const [theirs, setTheirs] = useState<CatalogEntry | null>(null)
  const seen = theirs ?? opened.seen
  const save = useSave(list, {
    isErrorInline: true,
    successNotice: (saved) => `${String(saved[nameOf])} is ${seen ? 'saved' : 'added'}.`,
    onDone: onClose,
    onError: (error) => setTheirs((before) => conflictingValues(error, catalogEntry[list]) ?? before),
  })
  const form = useContractForm<CatalogEntry>({
    schema: catalogEntry[list],
    initialValues: opened.initial,
    error: save.error,
    asksBeforeLeaving: true,
  })
  return (
    <Dialog
      title={opened.seen ? `Edit ${codeOf(list, opened.seen)}` : `New ${noun[0]}`}
      onClose={() => leaveForm(onClose)}
      error={theirs ? null : save.error}
      submit={theirs ? 'Save mine' : seen ? 'Save' : 'Add'}
      isPending={save.isPending}
      onSubmit={form.onSubmit((entry) => save.mutate({ entry, seen }))}
    >
      {theirs && save.error && !refusedFields(save.error) && (
        <Alert tone="warn" title="Someone else saved first" isAlert>
          What you typed is still here, with their version below. Saving again replaces theirs.
        </Alert>
      )}
      {fields.map((field, index) => (
        <Input
          key={field.name}
          field={field}
          theirs={theirs && theirs[field.name] !== form.values[field.name] ? theirs[field.name] : undefined}
          isFixed={index === 0 && seen !== null}
          isFirst={index === (seen || opened.initial[fields[0]!.name] !== '' ? 1 : 0)}
          {...form.getInputProps(field.name)}
          value={form.values[field.name]!}
          onChange={(value) => form.setFieldValue(field.name, value)}
        />
      ))}
    </Dialog>
  )
}

type InputProps = {
  field: Field
  value: string | boolean
  error?: string
  /** The value that another person saved. */
  theirs: string | boolean | undefined
  isFixed: boolean
  isFirst: boolean
  onChange: (value: string | boolean) => void
}

function Input({ field, value, error, theirs, isFixed, isFirst, onChange }: InputProps) {
  const { label, hint, choices, isSwitch } = field
  const description = theirs === undefined ? undefined : `Theirs: ${isSwitch ? (theirs ? 'on' : 'off') : theirs}`
  const colleges = useQuery({ ...collegesQuery, enabled: choices === 'colleges' }).data ?? []
  const common = { label, error, description, 'data-autofocus': isFirst || undefined }
  if (isSwitch)
    return <Switch {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  if (choices)
    return (
      <Select
        {...common}
        {...(choices === 'colleges' && { searchable: true, nothingFoundMessage: 'No such college' })}
        data={choices === 'colleges' ? colleges : choices}
        value={String(value) || null}
        placeholder="Choose one"
        allowDeselect={false}
        onChange={(to) => onChange(to ?? '')}
      />
    )
  return (
    <TextInput
      {...common}
      description={isFixed ? 'A code cannot be changed, because records use it.' : (description ?? hint)}
      readOnly={isFixed}
      autoComplete="off"
      spellCheck={false}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
