import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconCopy, IconDownload, IconPencil } from '@tabler/icons-react'
import { count, countOf } from '../ui/words/numbers.ts'
import { batchFile, buidsOf } from './batch-file.ts'
import type { Result } from './choices.ts'

/** What is done with the results: taken away as a file, copied, or the lines changed. */
export function ResultActions({ results, onEdit }: { results: readonly Result[]; onEdit: () => void }) {
  const found = results.filter(({ person }) => person !== null)
  const buids = buidsOf(found)
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} stroke={1.8} aria-hidden />} onClick={onEdit}>
        Edit the lines
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} stroke={1.8} aria-hidden />}
        disabled={buids.length === 0}
        onClick={() => void copy(buids)}
      >
        Copy {countOf(buids.length, ['BUID', 'BUIDs'])}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}
          >
            Download (CSV)
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save('batch-search.csv', batchFile(results))}>
            All {countOf(results.length, ['line', 'lines'])}
          </Menu.Item>
          <Menu.Item disabled={found.length === 0} onClick={() => save('batch-search-found.csv', batchFile(found))}>
            Only the {count(found.length)} found
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

async function copy(buids: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(buids.join('\n'))
    notifications.show({
      color: 'green',
      message: `${countOf(buids.length, ['BUID is', 'BUIDs are'])} on the clipboard, one a line.`,
    })
  } catch {
    notifications.show({
      color: 'red',
      title: 'Nothing was copied',
      message: 'The browser does not let this page copy. Download the file instead.',
      role: 'alert',
    })
  }
}

/** Made here: what was found needs no second way over the network. */
function save(name: string, content: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
