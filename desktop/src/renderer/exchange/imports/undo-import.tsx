import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { isActiveImport } from '@alumni/shared/exchange/import-states'
import {
  importStatusReply,
  importTypeNames,
  type ImportStatusReply,
  type RelatedBatch,
} from '@alumni/shared/exchange/imports'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HttpError, request } from '../../http.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { When } from '../../ui/words/when.tsx'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** Offers the undo of an import that can be undone. */
export function UndoButton({ batch }: { batch: ImportStatusReply }) {
  const start = useStartUndo(batch)
  const until = batch.undo?.until
  if (!until || (batch.undone_by && isActiveImport(batch.undone_by.status))) return null
  return (
    <Button
      variant="default"
      loading={start.isPending}
      leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden />}
      onClick={() => askToUndo(batch, until, start.mutate)}
    >
      Undo this import
    </Button>
  )
}

/** What has become of an import since: that it is being undone or was, or why it cannot be. */
export function UndoNotice({ batch }: { batch: ImportStatusReply }) {
  const { undone_by: undo, undo: offer } = batch
  if (undo)
    return (
      <Sentence
        tone={undo.status === 'completed' ? 'info' : 'warn'}
        title={noticeOf(undo)}
        actions={
          <Button
            variant="default"
            renderRoot={(props) => <BatchLink batch={{ type: batch.type, id: undo.id }} {...props} />}
          >
            {undo.status === 'review' ? 'Continue the review' : 'See the undo'}
          </Button>
        }
      >
        By {undo.by}, <When at={undo.at} />.
      </Sentence>
    )
  return offer?.refusal ? <p className="muted">{offer.refusal}</p> : null
}

function noticeOf({ status }: RelatedBatch): string {
  if (status === 'completed') return 'This import was undone'
  return isActiveImport(status) ? 'This import is being undone' : 'This import was undone in part'
}

/** Leads to a batch of a type. */
export function BatchLink({
  batch,
  ...props
}: {
  batch: Pick<ImportStatusReply, 'type' | 'id'>
  children?: ReactNode
}) {
  const params = { type: batch.type, id: String(batch.id) }
  return <Link to="/settings/imports/$type/batches/$id" params={params} search={{ page: 1 }} {...props} />
}

function askToUndo({ type, id }: ImportStatusReply, until: string, onConfirm: () => void) {
  modals.openConfirmModal({
    title: `Undo ${importTypeNames[type].title.toLowerCase()} import ${id}?`,
    children: `Nothing is changed yet. You first see what would be put back, what is kept because somebody has changed it since, and what cannot be put back. An import can be undone for 30 days after its end: this one until ${day.format(new Date(until))}.`,
    labels: { confirm: 'Show what would be put back', cancel: 'Leave it' },
    onConfirm,
  })
}

function useStartUndo(batch: ImportStatusReply) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => request(batch.links.undo, importStatusReply, { method: 'POST', body: {} }),
    onSuccess: async ({ type, id }) => {
      await navigate({
        to: '/settings/imports/$type/batches/$id',
        params: { type, id: String(id) },
        search: { page: 1 },
      })
      await queryClient.invalidateQueries({ queryKey: ['imports'] })
    },
    onError: (error) => {
      if (error instanceof HttpError && error.status === 401) return
      notifications.show({
        color: 'red',
        title: 'Nothing has been undone',
        message: error.message,
        autoClose: false,
        role: 'alert',
      })
      void queryClient.invalidateQueries({ queryKey: ['imports', batch.type] })
    },
  })
}
