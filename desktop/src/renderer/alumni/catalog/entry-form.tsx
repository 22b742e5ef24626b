import { catalogEntry, type CatalogName, type Entry } from '@alumni/shared/alumni/catalog'
import { Button, Modal, Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { HttpError } from '../../http.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { leaveForm, useUnsaved } from '../../ui/unsaved.ts'
import { fieldErrors } from '../../ui/words/field-errors.ts'
import { codeOf, sayDone, useSave } from './actions.ts'
import { lists, type Field } from './lists.ts'
import { collegesQuery } from './queries.ts'
import classes from '../../ui/modal.module.css'

/** What is open in the dialog: a new entry to begin with, or one as it was seen. */
export type Opened = { begin: Entry; seen: null } | { begin: Entry; seen: Entry }

type EntryModalProps = { list: CatalogName; opened: Opened | null; onClose: () => void }

export function EntryModal({ list, opened, onClose }: EntryModalProps) {
  const [one] = lists[list].noun
  const leave = () => leaveForm(onClose)
  return (
    <Modal
      opened={opened !== null}
      onClose={leave}
      title={opened?.seen ? `Edit ${codeOf(list, opened.seen)}` : `Add ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`}
      centered
    >
      {opened && <EntryForm list={list} opened={opened} onLeave={leave} onSaved={onClose} />}
    </Modal>
  )
}

type EntryFormProps = {
  list: CatalogName
  opened: Opened
  onLeave: () => void
  onSaved: () => void
}

/** What somebody else has saved meanwhile is shown beside what is typed; saving again replaces it. */
function EntryForm({ list, opened: { begin, seen: opened }, onLeave, onSaved }: EntryFormProps) {
  const [entry, setEntry] = useState<Entry>(begin)
  const [theirs, setTheirs] = useState<Entry | null>(null)
  const seen = theirs ?? opened
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = useSave(list)
  const isDirty = Object.entries(entry).some(([name, value]) => begin[name] !== value)
  useUnsaved(isDirty)
  const refused = save.error instanceof HttpError ? fieldsOf(save.error) : {}
  const errors = { ...refused, ...wrong }
  const { fields, nameOf } = lists[list]

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = fieldErrors(catalogEntry[list].safeParse(entry))
    setWrong(found)
    if (Object.keys(found).length > 0 || save.isPending) return
    save.mutate(
      { entry, seen },
      {
        onSuccess(saved) {
          sayDone(`${String(saved[nameOf])} is ${seen ? 'saved' : 'added'}.`)
          onSaved()
        },
        onError: (error) => setTheirs((before) => currentOf(list, error) ?? before),
      },
    )
  }

  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {save.error && Object.keys(refused).length === 0 && (
        <Sentence tone={theirs ? 'warn' : 'bad'} title={theirs ? 'Somebody else was faster' : undefined} isAlert>
          {theirs
            ? 'What you typed is still here, with their words under it. Saving again replaces theirs.'
            : save.error.message}
        </Sentence>
      )}
      {fields.map((field, index) => (
        <Input
          key={field.name}
          field={field}
          value={entry[field.name]!}
          error={errors[field.name]}
          theirs={theirs && theirs[field.name] !== entry[field.name] ? theirs[field.name] : undefined}
          isFixed={index === 0 && seen !== null}
          isFirst={index === (seen || begin[fields[0]!.name] !== '' ? 1 : 0)}
          onChange={(value) => {
            setEntry((before) => ({ ...before, [field.name]: value }))
            setWrong(({ [field.name]: _, ...others }) => others)
          }}
        />
      ))}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onLeave}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          {theirs ? 'Save mine' : seen ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  )
}

type InputProps = {
  field: Field
  value: string | boolean
  error: string | undefined
  /** What somebody else has saved there. */ theirs: string | boolean | undefined
  isFixed: boolean
  isFirst: boolean
  onChange: (value: string | boolean) => void
}

function Input({
  field: { label, hint, choices, isSwitch },
  value,
  error,
  theirs,
  isFixed,
  isFirst,
  onChange,
}: InputProps) {
  const their = theirs === undefined ? undefined : `Theirs: ${isSwitch ? (theirs ? 'on' : 'off') : theirs}`
  const common = { label, error, description: their, 'data-autofocus': isFirst || undefined }
  if (isSwitch)
    return <Switch {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
  if (choices === 'colleges')
    return <CollegeSelect label={label} error={error} description={their} value={String(value)} onChange={onChange} />
  if (choices)
    return (
      <Select
        {...common}
        data={choices}
        value={String(value) || null}
        placeholder="Choose one"
        allowDeselect={false}
        onChange={(to) => onChange(to ?? '')}
      />
    )
  return (
    <TextInput
      {...common}
      description={isFixed ? 'A code stays as it is: records refer to it.' : (their ?? hint)}
      readOnly={isFixed}
      autoComplete="off"
      spellCheck={false}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function CollegeSelect({
  value,
  onChange,
  ...rest
}: {
  label: string
  error: string | undefined
  description: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  const colleges = useQuery(collegesQuery)
  return (
    <Select
      {...rest}
      data={colleges.data ?? []}
      value={value || null}
      placeholder="Choose one"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No such college"
      onChange={(to) => onChange(to ?? '')}
    />
  )
}

/** The server's sentences by field; those of a change stand under `entry/`. */
function fieldsOf({ body }: HttpError): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body.fields ?? {}).map(([name, sentence]) => [name.replace(/^entry\//, ''), sentence]),
  )
}

/** The entry as somebody else has left it, where that is why the server refused. */
function currentOf(list: CatalogName, error: Error): Entry | null {
  if (!(error instanceof HttpError) || error.status !== 409) return null
  const found = z.object({ current: catalogEntry[list] }).safeParse(error.body)
  return found.success ? found.data.current : null
}
