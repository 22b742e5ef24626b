import { catalogEntry, type CatalogName, type Entry } from '@alumni/shared/catalog'
import { Button, Modal, Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { HttpError } from '../http.ts'
import { Sentence } from '../shell/sentence.tsx'
import { fieldErrors } from '../words/field-errors.ts'
import { codeOf, sayDone, useSave } from './deeds.ts'
import { lists, type Field } from './lists.ts'
import { collegesQuery } from './queries.ts'
import classes from '../shell/modal.module.css'

/** What is open in the dialog: a new entry to begin with, or one as it was seen. */
export type Opened = { begin: Entry; seen: null } | { begin: Entry; seen: Entry }

type EntryModalProps = { list: CatalogName; opened: Opened | null; onClose: () => void }

export function EntryModal({ list, opened, onClose }: EntryModalProps) {
  const [one] = lists[list].noun
  return (
    <Modal opened={opened !== null} onClose={onClose} title={opened?.seen ? `Edit ${codeOf(list, opened.seen)}` : `Add ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`} centered>
      {opened && <EntryForm list={list} opened={opened} onClose={onClose} />}
    </Modal>
  )
}

function EntryForm({ list, opened: { begin, seen }, onClose }: EntryModalProps & { opened: Opened }) {
  const [entry, setEntry] = useState<Entry>(begin)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = useSave(list)
  const refused = save.error instanceof HttpError ? fieldsOf(save.error) : {}
  const errors = { ...refused, ...wrong }
  const { fields, nameOf } = lists[list]

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = fieldErrors(catalogEntry[list].safeParse(entry))
    setWrong(found)
    if (Object.keys(found).length > 0 || save.isPending) return
    save.mutate({ entry, seen }, {
      onSuccess(saved) {
        sayDone(`${String(saved[nameOf])} is ${seen ? 'saved' : 'added'}.`)
        onClose()
      },
    })
  }

  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {save.error && Object.keys(refused).length === 0 && (
        <Sentence tone="bad" isAlert>
          {save.error.message}
        </Sentence>
      )}
      {fields.map((field, at) => (
        <Input
          key={field.name}
          field={field}
          value={entry[field.name]!}
          error={errors[field.name]}
          isFixed={at === 0 && seen !== null}
          isFirst={at === (seen || begin[fields[0]!.name] !== '' ? 1 : 0)}
          onChange={(value) => {
            setEntry((before) => ({ ...before, [field.name]: value }))
            setWrong(({ [field.name]: _, ...others }) => others)
          }}
        />
      ))}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          {seen ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  )
}

type InputProps = { field: Field; value: string | boolean; error: string | undefined; isFixed: boolean; isFirst: boolean; onChange: (value: string | boolean) => void }

function Input({ field: { label, hint, choices, isSwitch }, value, error, isFixed, isFirst, onChange }: InputProps) {
  const common = { label, error, 'data-autofocus': isFirst || undefined }
  if (isSwitch) return <Switch {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  if (choices === 'colleges') return <CollegeSelect label={label} error={error} value={String(value)} onChange={onChange} />
  if (choices) return <Select {...common} data={choices} value={String(value) || null} placeholder="Choose one" allowDeselect={false} onChange={(to) => onChange(to ?? '')} />
  return (
    <TextInput
      {...common}
      description={isFixed ? 'A code stays as it is: records refer to it.' : hint}
      readOnly={isFixed}
      autoComplete="off"
      spellCheck={false}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function CollegeSelect({ value, onChange, ...rest }: { label: string; error: string | undefined; value: string; onChange: (value: string) => void }) {
  const colleges = useQuery(collegesQuery)
  return <Select {...rest} data={colleges.data ?? []} value={value || null} placeholder="Choose one" searchable allowDeselect={false} nothingFoundMessage="No such college" onChange={(to) => onChange(to ?? '')} />
}

/** The server's sentences by field; those of a change stand under `entry/`. */
function fieldsOf({ body }: HttpError): Record<string, string> {
  return Object.fromEntries(Object.entries(body.fields ?? {}).map(([name, sentence]) => [name.replace(/^entry\//, ''), sentence]))
}
