import { Button } from '@mantine/core'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { IconArrowsDiff, IconListCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import classes from './section.module.css'

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
