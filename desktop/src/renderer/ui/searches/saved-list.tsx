import type { SavedSearch, SearchableList } from '@alumni/shared/saved-searches'
import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useDeleteSaved } from './saved-actions.ts'
import classes from './saved-menu.module.css'

/** Each with the ways to rename and to delete it. */
export function SavedList({
  list,
  searches,
  onRename,
}: {
  list: SearchableList
  searches: readonly SavedSearch[]
  onRename: (search: SavedSearch) => void
}) {
  const remove = useDeleteSaved(list)
  return (
    <ul className={classes.list}>
      {searches.map((search) => (
        <li key={search.id}>
          <span className={classes.name}>{search.name}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Rename “${search.name}”`}
            onClick={() => onRename(search)}
          >
            <IconPencil size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size={32}
            aria-label={`Delete “${search.name}”`}
            loading={remove.isPending && remove.variables.id === search.id}
            onClick={() => remove.mutate(search)}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
