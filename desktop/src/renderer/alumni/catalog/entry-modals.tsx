import type { CatalogName, Entry, UsesReply } from '@alumni/shared/alumni/catalog'
import { Button, Modal, Skeleton, Stack } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { DialogButtons } from '../../ui/form/dialog.tsx'
import { lists } from './lists.ts'
import { useDelete, usesQuery } from './queries.ts'

type EntryModalProps = { list: CatalogName; entry: Entry; onClose: () => void }

/** Counts the records that use an entry, each number with a link. */
export function UsesModal({ list, entry, onClose }: EntryModalProps) {
  const query = useQuery(usesQuery(list, entry))
  return (
    <AboutUses
      title={`What uses ${nameOf(list, entry)}`}
      query={query}
      buttons={<CloseButton onClose={onClose} />}
      onClose={onClose}
    >
      {query.data?.uses === 0 ? (
        <p>{query.data.sentence}</p>
      ) : (
        <ul>
          {query.data?.records.map(({ what, page }) => (
            <li key={what}>{page ? <Link to={page}>{what}</Link> : what}</li>
          ))}
        </ul>
      )}
    </AboutUses>
  )
}

/** Shows whether records use the entry before anything can be deleted. */
export function DeleteModal({ list, entry, onClose }: EntryModalProps) {
  const query = useQuery(usesQuery(list, entry))
  const remove = useDelete(list, (deleted) => `${nameOf(list, deleted)} is deleted.`)
  const mayDelete = query.data?.uses === 0
  return (
    <AboutUses
      title={`Delete ${nameOf(list, entry)}?`}
      query={query}
      buttons={
        <>
          <CloseButton onClose={onClose}>{query.data && !mayDelete ? 'Close' : 'Keep it'}</CloseButton>
          {(query.isPending || mayDelete) && (
            <Button
              color="red"
              onClick={() => remove.mutate(entry, { onSettled: onClose })}
              disabled={!mayDelete}
              loading={remove.isPending}
            >
              Delete it
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {mayDelete ? (
        <p>{query.data?.sentence} It can be added again at any time.</p>
      ) : (
        <Alert tone="warn">{query.data?.sentence}</Alert>
      )}
    </AboutUses>
  )
}

type AboutUsesProps = {
  title: string
  query: UseQueryResult<UsesReply>
  buttons: ReactNode
  children: ReactNode
  onClose: () => void
}

function AboutUses({ title, query, buttons, children, onClose }: AboutUsesProps) {
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Stack>
        {query.isPending && <Skeleton height={44} />}
        {query.error && (
          <Alert tone="bad" isAlert>
            {query.error.message}
          </Alert>
        )}
        {query.data && children}
        <DialogButtons>{buttons}</DialogButtons>
      </Stack>
    </Modal>
  )
}

function CloseButton({ onClose, children = 'Close' }: { onClose: () => void; children?: string }) {
  return (
    <Button variant="default" onClick={onClose} data-autofocus>
      {children}
    </Button>
  )
}

function nameOf(list: CatalogName, entry: Entry): string {
  return String(entry[lists[list].nameOf])
}
