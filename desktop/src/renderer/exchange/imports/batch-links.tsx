import { isActiveImport } from '@alumni/shared/exchange/import-states'
import {
  type ImportStatusReply,
  importStatusReply,
  importTypeNames,
  type RelatedBatch,
} from '@alumni/shared/exchange/imports'
import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { IconArrowsDiff, IconListCheck, IconArrowBackUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HttpError, request } from '../../http.ts'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import classes from './imports.module.css'

/** Where an import leads on: its issues, its conflicts, its changes for the CRM. */
export function BatchLinks({ batch, children }: { batch: ImportStatusReply; children?: ReactNode }) {
  const { issues, conflicts, crm_changes } = batch.links
  return (
    <div className={classes.links}>
      {batch.conflicts > 0 && conflicts && (
        <Button
          variant={batch.conflicts_left > 0 ? 'filled' : 'default'}
          leftSection={<IconArrowsDiff size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => (
            <Link
              to="/settings/crm/conflicts"
              search={{ batch_id: batch.id, state: batch.conflicts_left > 0 ? undefined : 'all', page: 1 }}
              {...props}
            />
          )}
        >
          {conflictWords(batch)}
        </Button>
      )}
      {issues && (
        <DownloadButton url={issues} noun={batch.undoes ? ['record', 'records'] : ['line', 'lines']}>
          Download the issues (CSV)
        </DownloadButton>
      )}
      {crm_changes && batch.status === 'completed' && (
        <Button
          variant="default"
          leftSection={<IconListCheck size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/settings/crm/crm_changes" search={{ batch_id: batch.id, page: 1 }} {...props} />
          )}
        >
          CRM changes
        </Button>
      )}
      {children}
    </div>
  )
}

/** "Settle 14 CRM conflicts", "12 of 14 CRM conflicts left", "All 14 CRM conflicts settled". */
function conflictWords({ conflicts, conflicts_left }: ImportStatusReply): string {
  const all = countOf(conflicts, ['CRM conflict', 'CRM conflicts'])
  if (conflicts_left === conflicts) return `Settle ${all}`
  if (conflicts_left > 0) return `${count(conflicts_left)} of ${all} left`
  return conflicts === 1 ? 'The CRM conflict is settled' : `All ${all} settled`
}

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
