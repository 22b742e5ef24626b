import { notifyDone } from '../../ui/notify.tsx'
import type { SavedSearch, SearchableList } from '@alumni/shared/alumni/saved-searches'
import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { HttpError } from '../../http.ts'
import { useChangeSaved, useSaveSearch } from './saved-actions.ts'
import classes from '../../ui/modal.module.css'

/** A search gets a name, or another one. */
export type Naming = { action: 'save'; query: string } | { action: 'rename'; search: SavedSearch }

type NameModalProps = {
  list: SearchableList
  naming: Naming | null
  searches: readonly SavedSearch[]
  onClose: () => void
}

export function NameModal({ list, naming, searches, onClose }: NameModalProps) {
  const title = naming && { save: 'Save this search', rename: 'Rename or share the search' }[naming.action]
  return (
    <Modal opened={naming !== null} onClose={onClose} title={title} centered>
      {naming?.action === 'save' && <NameForm list={list} query={naming.query} searches={searches} onDone={onClose} />}
      {naming?.action === 'rename' && (
        <NameForm list={list} query={naming.search.query} of={naming.search} searches={searches} onDone={onClose} />
      )}
    </Modal>
  )
}

type NameFormProps = {
  list: SearchableList
  query: string
  of?: SavedSearch
  searches: readonly SavedSearch[]
  onDone: () => void
}

function NameForm({ list, query, of, searches, onDone }: NameFormProps) {
  const [name, setName] = useState(of?.name ?? '')
  const [is_shared, setShared] = useState(of?.is_shared ?? false)
  const save = useSaveSearch(list)
  const change = useChangeSaved(list)
  const { error } = of ? change : save
  const replaced = searches.find(
    (other) => other.by === null && other.id !== of?.id && other.name.toLowerCase() === name.trim().toLowerCase(),
  )

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const onSuccess = (saved: SavedSearch) => {
      notifyDone(`Saved as “${saved.name}”${saved.is_shared ? ', and colleagues see it too' : ''}.`)
      onDone()
    }
    if (of) change.mutate({ id: of.id, name, query, is_shared }, { onSuccess })
    else save.mutate({ name, query, is_shared }, { onSuccess })
  }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label="Name"
        description={replaced && 'There is a search of this name already: it is replaced.'}
        error={error instanceof HttpError ? (error.body.fields?.name ?? error.message) : error?.message}
        value={name}
        maxLength={80}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label="Colleagues see it too"
        description="Whoever may open this list finds the search under your name. Only you can change it."
        checked={is_shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          Not now
        </Button>
        <Button type="submit" loading={save.isPending || change.isPending}>
          {replaced ? 'Replace' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
