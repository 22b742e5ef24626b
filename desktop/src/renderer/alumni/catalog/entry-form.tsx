import { catalogEntry, type CatalogName, type CatalogEntry } from '@alumni/shared/alumni/catalog'
import { Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Dialog, leaveForm } from '../../ui/form/dialog.tsx'
import { parseConflictingValues, readFieldErrors, useContractForm } from '../../ui/form/form.tsx'
import { catalogLists, type CatalogField } from './lists.ts'
import { codeOf, collegesQuery, useSaveEntry } from './queries.ts'

/** The entry in the dialog; `original` is its saved version, null for a new entry. */
export type OpenedEntry = { initial: CatalogEntry; original: CatalogEntry | null }

type EntryFormProps = { list: CatalogName; openedEntry: OpenedEntry; onClose: () => void }

/** Adds or edits an entry. If someone else has saved it in the meantime, shows their values below the user's. */
export function EntryForm({ list, openedEntry, onClose }: EntryFormProps) {
  const { fields, nameOf, noun } = catalogLists[list]
  const [savedByOther, setSavedByOther] = useState<CatalogEntry | null>(null)
  const original = savedByOther ?? openedEntry.original
  const save = useSaveEntry(list, {
    isErrorInline: true,
    successNotice: (saved) => `${String(saved[nameOf])} is ${original ? 'saved' : 'added'}.`,
    onDone: onClose,
    onError: (error) => setSavedByOther((before) => parseConflictingValues(error, catalogEntry[list]) ?? before),
  })
  const form = useContractForm<CatalogEntry>({
    schema: catalogEntry[list],
    initialValues: openedEntry.initial,
    error: save.error,
    asksBeforeLeaving: true,
  })
  return (
    <Dialog
      title={openedEntry.original ? `Edit ${codeOf(list, openedEntry.original)}` : `New ${noun[0]}`}
      onClose={() => leaveForm(onClose)}
      error={savedByOther ? null : save.error}
      submit={savedByOther ? 'Save mine' : original ? 'Save' : 'Add'}
      isPending={save.isPending}
      onSubmit={form.onSubmit((entry) => save.mutate({ entry, original }))}
    >
      {savedByOther && save.error && !readFieldErrors(save.error) && (
        <Alert tone="warn" title="Someone else saved first" isAlert>
          What you typed is still here, with their version below. Saving again replaces theirs.
        </Alert>
      )}
      {fields.map((field, index) => (
        <EntryInput
          key={field.name}
          field={field}
          savedByOther={
            savedByOther && savedByOther[field.name] !== form.values[field.name] ? savedByOther[field.name] : undefined
          }
          isFixed={index === 0 && original !== null}
          isFirst={index === (original || openedEntry.initial[fields[0]!.name] !== '' ? 1 : 0)}
          {...form.getInputProps(field.name)}
          value={form.values[field.name]!}
          onChange={(value) => form.setFieldValue(field.name, value)}
        />
      ))}
    </Dialog>
  )
}

type EntryInputProps = {
  field: CatalogField
  value: string | boolean
  error?: string
  savedByOther: string | boolean | undefined
  isFixed: boolean
  isFirst: boolean
  onChange: (value: string | boolean) => void
}

function EntryInput({ field, value, error, savedByOther, isFixed, isFirst, onChange }: EntryInputProps) {
  const { label, hint, choices, isSwitch } = field
  const description =
    savedByOther === undefined ? undefined : `Theirs: ${isSwitch ? (savedByOther ? 'on' : 'off') : savedByOther}`
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
        onChange={(choice) => onChange(choice ?? '')}
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
