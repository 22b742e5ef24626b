import type { ExportBatch } from '@alumni/shared/crm'
import { Button } from '@mantine/core'
import { IconDatabaseExport, IconFileText } from '@tabler/icons-react'
import classes from './crm.module.css'

/** The two files of an export: for the CRM's loader, and for people. */
export function ExportFiles({ batch: { id, links } }: { batch: ExportBatch }) {
  return (
    <span className={classes.buttons}>
      {links.loader_csv && (
        <Button
          component="a"
          href={links.loader_csv}
          download
          variant="default"
          size="xs"
          leftSection={<IconDatabaseExport size={14} stroke={1.8} aria-hidden />}
          aria-label={`Download export ${id} for the loader`}
        >
          For the loader
        </Button>
      )}
      {links.csv && (
        <Button
          component="a"
          href={links.csv}
          download
          variant="default"
          size="xs"
          leftSection={<IconFileText size={14} stroke={1.8} aria-hidden />}
          aria-label={`Download export ${id} to read`}
        >
          To read
        </Button>
      )}
    </span>
  )
}
