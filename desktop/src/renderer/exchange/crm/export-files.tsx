import type { ExportBatch } from '@alumni/shared/exchange/crm'
import { IconDatabaseExport, IconFileText } from '@tabler/icons-react'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import classes from './crm.module.css'

/** The two files of an export: for the CRM's loader, and for people. */
export function ExportFiles({ batch: { id, links } }: { batch: ExportBatch }) {
  return (
    <span className={classes.buttons}>
      {links.loader_csv && (
        <DownloadButton
          url={links.loader_csv}
          noun={['row', 'rows']}
          size="xs"
          leftSection={<IconDatabaseExport size={14} stroke={1.8} aria-hidden />}
          aria-label={`Download export ${id} for the loader`}
        >
          For the loader
        </DownloadButton>
      )}
      {links.csv && (
        <DownloadButton
          url={links.csv}
          noun={['change', 'changes']}
          size="xs"
          leftSection={<IconFileText size={14} stroke={1.8} aria-hidden />}
          aria-label={`Download export ${id} to read`}
        >
          To read
        </DownloadButton>
      )}
    </span>
  )
}
