import type { SavedSearch, SearchableList } from '@alumni/shared/saved-searches'
import { Button, Modal, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { HttpError } from '../../http.ts'
import { useChangeSaved, useSaveSearch } from './saved-actions.ts'
import { SavedList } from './saved-list.tsx'
import classes from '../modal.module.css'

/** What is being done with the saved searches: one gets a name, or all are looked through. */
export type Naming =
  | { action: 'save'; query: string }
  | { action: 'rename'; search: SavedSearch }
  | { action: 'manage' }

type NameModalProps = {
  list: SearchableList
  naming: Naming | null
  searches: readonly SavedSearch[]
  onName: (naming: Naming) => void
  onClose: () => void
}

export function NameModal({ list, naming, searches, onName, onClose }: NameModalProps) {
  const title =
    naming && { save: 'Save this search', rename: 'Rename the search', manage: 'Saved searches' }[naming.action]
  return (
    <Modal opened={naming !== null} onClose={onClose} title={title} centered>
      {naming?.action === 'manage' && (
        <SavedList list={list} searches={searches} onRename={(search) => onName({ action: 'rename', search })} />
      )}
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
  const save = useSaveSearch(list)
  const change = useChangeSaved(list)
  const { error } = of ? change : save
  const replaced = searches.find(
    (other) => other.id !== of?.id && other.name.toLowerCase() === name.trim().toLowerCase(),
  )

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const onSuccess = (saved: SavedSearch) => {
      notifications.show({
        color: 'green',
        message: of ? `The search is now called “${saved.name}”.` : `Saved as “${saved.name}”.`,
      })
      onDone()
    }
    if (of) change.mutate({ id: of.id, name, query }, { onSuccess })
    else save.mutate({ name, query }, { onSuccess })
  }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label="Name"
        description={replaced ? `There is a search of this name already: it is replaced.` : 'Only you see it.'}
        error={error instanceof HttpError ? (error.body.fields?.name ?? error.message) : error?.message}
        value={name}
        maxLength={80}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          Not now
        </Button>
        <Button type="submit" loading={save.isPending || change.isPending}>
          {replaced ? 'Replace' : of ? 'Rename' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
