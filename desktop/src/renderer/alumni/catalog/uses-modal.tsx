import type { CatalogName, Entry } from '@alumni/shared/alumni/catalog'
import { Button, Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sentence } from '../../ui/sentence.tsx'
import classes from '../../ui/modal.module.css'
import { codeOf } from './actions.ts'
import { lists } from './lists.ts'
import { usesQuery } from './queries.ts'

type UsesModalProps = { list: CatalogName; entry: Entry | null; onClose: () => void }

/** How many records use an entry, each number with the way to them. */
export function UsesModal({ list, entry, onClose }: UsesModalProps) {
  return (
    <Modal
      opened={entry !== null}
      onClose={onClose}
      title={entry ? `What uses ${String(entry[lists[list].nameOf])}` : ''}
      centered
    >
      {entry && <Uses list={list} entry={entry} onClose={onClose} />}
    </Modal>
  )
}

function Uses({ list, entry, onClose }: UsesModalProps & { entry: Entry }) {
  const uses = useQuery(usesQuery(list, codeOf(list, entry)))
  return (
    <div className={classes.form}>
      {uses.isPending && <Skeleton height={44} />}
      {uses.error && (
        <Sentence tone="bad" isAlert>
          {uses.error.message}
        </Sentence>
      )}
      {uses.data?.uses === 0 && <p>{uses.data.sentence}</p>}
      {uses.data && uses.data.uses > 0 && (
        <ul>
          {uses.data.records.map(({ what, page }) => (
            <li key={what}>{page ? <Link to={page}>{what}</Link> : what}</li>
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </div>
  )
}
