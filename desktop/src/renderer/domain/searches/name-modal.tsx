import type { SavedSearch, SearchableList } from '@alumni/shared/alumni/saved-searches'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { LimitedInput } from '../../ui/form/limited-input.tsx'
import { HttpError } from '../../http.ts'
import { Dialog } from '../../ui/form/dialog.tsx'
import { useSaveSearch } from './saved-searches.ts'

export type NamedQuery = Pick<SavedSearch, 'query'> & Partial<SavedSearch>

type NameModalProps = {
  list: SearchableList
  naming: NamedQuery | null
  searches: readonly SavedSearch[]
  onClose: () => void
}

/** Saves a search or, if `naming` has an id, renames or shares it. */
export function NameModal({ naming, ...rest }: NameModalProps) {
  return naming && <NameDialog naming={naming} {...rest} />
}

function NameDialog({
  list,
  naming: { id, query, ...saved },
  searches,
  onClose,
}: NameModalProps & { naming: NamedQuery }) {
  const [name, setName] = useState(saved.name ?? '')
  const [is_shared, setShared] = useState(saved.is_shared ?? false)
  const save = useSaveSearch(list, onClose)
  const { error } = save
  const replaced = searches.find(
    (other) => other.by === null && other.id !== id && other.name.toLowerCase() === name.trim().toLowerCase(),
  )
  return (
    <Dialog
      title={id === undefined ? 'Save this search' : 'Rename or share the search'}
      onClose={onClose}
      submit={replaced ? 'Replace' : 'Save'}
      onSubmit={() => save.mutate({ id, name, query, is_shared })}
      isPending={save.isPending}
    >
      <LimitedInput
        label="Name"
        description={replaced && 'A search with this name already exists and will be replaced.'}
        error={error instanceof HttpError ? (error.body.fields?.name ?? error.message) : error?.message}
        value={name}
        limit={80}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label="Colleagues see it too"
        description="Everyone who can open this list sees the search under your name. Only you can change it."
        checked={is_shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
