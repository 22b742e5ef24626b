import type { CatalogName, CatalogEntry } from '@alumni/shared/alumni/catalog'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Dialog } from '../../ui/form/dialog.tsx'
import { lists } from './lists.ts'
import { useDelete, usesQuery } from './queries.ts'

type UsesDialogProps = { list: CatalogName; entry: CatalogEntry; onClose: () => void }

/** Counts the records that use an entry, each number with a link; deletes the entry if there are none. */
export function UsesDialog({ list, entry, onClose }: UsesDialogProps) {
  const { data, error } = useQuery(usesQuery(list, entry))
  const name = String(entry[lists[list].nameOf])
  const remove = useDelete(list, () => `${name} is deleted.`)
  const isUsed = data?.uses !== 0
  return (
    <Dialog
      title={isUsed ? `What uses ${name}` : `Delete ${name}?`}
      onClose={onClose}
      error={error}
      submit={isUsed ? undefined : 'Delete it'}
      isDangerous
      isPending={remove.isPending}
      onSubmit={() => remove.mutate(entry, { onSettled: onClose })}
    >
      {!data && !error && <Skeleton height={44} />}
      {data?.uses === 0 && <p>{data.sentence} It can be added again at any time.</p>}
      {data && isUsed && (
        <>
          <p>{data.sentence}</p>
          <ul>
            {data.records.map(({ what, page }) => (
              <li key={what}>{page ? <Link to={page}>{what}</Link> : what}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
