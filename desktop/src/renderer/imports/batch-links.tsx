import { Button } from '@mantine/core'
import type { ImportStatusReply } from '@alumni/shared/imports'
import { IconArrowsDiff, IconListCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DownloadButton } from '../ui/exports/export-button.tsx'
import { countOf } from '../ui/words/numbers.ts'
import classes from './section.module.css'

/** Where an import leads on: its issues, its conflicts, its changes for the CRM. */
export function BatchLinks({ batch, children }: { batch: ImportStatusReply; children?: ReactNode }) {
  const { issues, conflicts, crm_changes } = batch.links
  return (
    <div className={classes.links}>
      {batch.conflicts > 0 && conflicts && (
        <Button
          leftSection={<IconArrowsDiff size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/settings/crm/conflicts" search={{ batch_id: batch.id, page: 1 }} {...props} />
          )}
        >
          Settle {countOf(batch.conflicts, ['CRM conflict', 'CRM conflicts'])}
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
