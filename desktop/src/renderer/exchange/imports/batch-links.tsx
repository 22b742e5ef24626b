import { isActiveImport } from '@alumni/shared/exchange/import-states'
import {
  importStatusReply,
  importTypeNames,
  type ImportStatusReply,
  type RelatedBatch,
} from '@alumni/shared/exchange/imports'
import { Group } from '@mantine/core'
import { IconArrowsDiff, IconListCheck, IconArrowBackUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { post } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { formatShortDate, RelativeTime } from '../../ui/format/times.tsx'
import { batchPage } from './queries.ts'
import { LinkButton } from '../../ui/button.tsx'

export function BatchLinks({ batch, children }: { batch: ImportStatusReply; children?: ReactNode }) {
  const { issues, conflicts, crm_changes } = batch.links
  return (
    <Group gap={8} mb={24}>
      {batch.conflicts > 0 && conflicts && (
        <LinkButton
          variant={batch.conflicts_left > 0 ? 'filled' : 'default'}
          icon={IconArrowsDiff}
          to="/settings/crm/conflicts"
          search={{ batch_id: batch.id, state: batch.conflicts_left > 0 ? undefined : 'all', page: 1 }}
        >
          {describeConflicts(batch)}
        </LinkButton>
      )}
      {issues && (
        <DownloadButton url={issues} noun={batch.undoes ? ['record', 'records'] : ['line', 'lines']}>
          Export the issues
        </DownloadButton>
      )}
      {crm_changes && batch.status === 'completed' && (
        <LinkButton
          variant="default"
          icon={IconListCheck}
          to="/settings/crm/crm_changes"
          search={{ batch_id: batch.id, page: 1 }}
        >
          CRM changes
        </LinkButton>
      )}
      {children}
    </Group>
  )
}

function describeConflicts({ conflicts, conflicts_left }: ImportStatusReply): string {
  const all = formatCount(conflicts, ['CRM conflict', 'CRM conflicts'])
  if (conflicts_left === conflicts) return `Resolve ${all}`
  if (conflicts_left > 0) return `${formatNumber(conflicts_left)} of ${all} left`
  return conflicts === 1 ? 'The CRM conflict is resolved' : `All ${all} resolved`
}

export function UndoButton({ batch: { type, id, undo, undone_by, links } }: { batch: ImportStatusReply }) {
  const navigate = useNavigate()
  if (!undo?.until || (undone_by && isActiveImport(undone_by.status))) return null
  return (
    <ActionButton
      icon={IconArrowBackUp}
      run={() => post(links.undo, importStatusReply, {})}
      invalidates={['imports']}
      onDone={(started) => navigate(batchPage(started))}
      confirmation={{
        title: `Undo ${importTypeNames[type].title.toLowerCase()} import ${id}?`,
        body: `Nothing changes yet. You will first see what can be restored, what stays because someone has changed it since, and what cannot be restored. You can undo an import for 30 days after it finishes: this one until ${formatShortDate(undo.until)}.`,
        confirm: 'Show what would be restored',
      }}
    >
      Undo this import
    </ActionButton>
  )
}

export function UndoNotice({ batch }: { batch: ImportStatusReply }) {
  const { undone_by, undo } = batch
  if (undone_by)
    return (
      <Alert
        tone={undone_by.status === 'completed' ? 'info' : 'warn'}
        title={undoTitle(undone_by)}
        actions={
          <LinkButton variant="default" {...batchPage({ type: batch.type, id: undone_by.id })}>
            {undone_by.status === 'review' ? 'Continue the review' : 'See the undo'}
          </LinkButton>
        }
      >
        By {undone_by.by}, <RelativeTime time={undone_by.at} />.
      </Alert>
    )
  return undo?.refusal ? <p className="muted">{undo.refusal}</p> : null
}

function undoTitle({ status }: RelatedBatch): string {
  if (status === 'completed') return 'This import was undone'
  return isActiveImport(status) ? 'This import is being undone' : 'This import was undone in part'
}
