import type { CatalogName, Entry } from '@alumni/shared/alumni/catalog'
import { Button, Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sayRefusal } from '../../ui/say-refusal.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { codeOf, sayDone, useDelete } from './actions.ts'
import { lists } from './lists.ts'
import { usesQuery } from './queries.ts'
import classes from '../../ui/modal.module.css'

type DeleteModalProps = { list: CatalogName; entry: Entry | null; onClose: () => void }

/** Says whether records use the entry before anything can be deleted. */
export function DeleteModal({ list, entry, onClose }: DeleteModalProps) {
  return (
    <Modal
      opened={entry !== null}
      onClose={onClose}
      title={entry ? `Delete ${String(entry[lists[list].nameOf])}?` : ''}
      centered
    >
      {entry && <DeleteForm list={list} entry={entry} onClose={onClose} />}
    </Modal>
  )
}

function DeleteForm({ list, entry, onClose }: DeleteModalProps & { entry: Entry }) {
  const uses = useQuery(usesQuery(list, codeOf(list, entry)))
  const remove = useDelete(list)
  const mayDelete = uses.data?.uses === 0
  const deleteIt = () =>
    remove.mutate(entry, {
      onSuccess: () => sayDone(`${String(entry[lists[list].nameOf])} is deleted.`),
      onError: sayRefusal,
      onSettled: onClose,
    })
  return (
    <div className={classes.form}>
      {uses.isPending && <Skeleton height={44} />}
      {uses.error && (
        <Sentence tone="bad" isAlert>
          {uses.error.message}
        </Sentence>
      )}
      {uses.data &&
        (mayDelete ? (
          <p>{uses.data.sentence} It can be added again at any time.</p>
        ) : (
          <Sentence tone="warn">{uses.data.sentence}</Sentence>
        ))}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {uses.data && !mayDelete ? 'Close' : 'Keep it'}
        </Button>
        {(uses.isPending || mayDelete) && (
          <Button color="red" onClick={deleteIt} disabled={!mayDelete} loading={remove.isPending}>
            Delete it
          </Button>
        )}
      </div>
    </div>
  )
}
