import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { exportWords, useExport } from '../../ui/exports/export-button.tsx'
import type { ChoosableColumn } from './columns.tsx'
import { signupsUrl } from './queries.ts'

const noun = ['signup', 'signups'] as const

type ExportMenuProps = { query: string; matching: number | undefined; columns: readonly ChoosableColumn[] }

/** Saves what was found as a CSV file, with the columns that are shown or with all. */
export function ExportMenu({ query, matching, columns }: ExportMenuProps) {
  const { isRunning, start } = useExport()
  const take = (words: string[]) =>
    start({ url: `${signupsUrl}.csv?${[query, ...words].filter(Boolean).join('&')}`, noun, matching })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          disabled={!matching || isRunning}
        >
          {exportWords({ matching, noun })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => take([`columns=${['name', ...columns].join(',')}`])}>The columns shown</Menu.Item>
        <Menu.Item onClick={() => take([])}>All columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
