import { Box, Menu } from '@mantine/core'
import { IconCalendarPlus, IconChevronDown, IconPencil } from '@tabler/icons-react'
import { z } from 'zod'
import { patch } from '../../http.ts'
import { copyLines } from '../../ui/copy-text.ts'
import { useAction } from '../../ui/use-action.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { buildResultsCsv, listBuids, isUnmatched, listUnmatchedLines } from './batch-file.ts'
import type { LineResult } from './choices.ts'
import { Button } from '../../ui/button.tsx'

type ResultActionsProps = { results: readonly LineResult[]; onEdit: () => void; onRecord: () => void }

export function ResultActions({ results, onEdit, onRecord }: ResultActionsProps) {
  const found = results.filter(({ person }) => person !== null)
  const buids = listBuids(found)
  const unmatched = listUnmatchedLines(results)
  const save = useAction(authorizeExport, { errorTitle: 'Nothing was saved', onDone: (_, file) => download(file) })
  return (
    <>
      <Button variant="default" visibleFrom="sm" icon={IconPencil} onClick={onEdit}>
        Edit the lines
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}>
            <Box component="span" visibleFrom="sm">
              Copy or export
            </Box>
            <Box component="span" hiddenFrom="sm">
              More
            </Box>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item hiddenFrom="sm" onClick={onEdit}>
            Edit the lines
          </Menu.Item>
          <Menu.Label>Copy</Menu.Label>
          <Menu.Item
            disabled={buids.length === 0}
            onClick={() =>
              void copyLines(buids, `${formatCount(buids.length, ['BUID', 'BUIDs'])} copied, one per line.`)
            }
          >
            {formatCount(buids.length, ['BUID', 'BUIDs'])}
          </Menu.Item>
          <Menu.Item
            disabled={unmatched.length === 0}
            onClick={() =>
              void copyLines(unmatched, `${formatCount(unmatched.length, ['line', 'lines'])} copied as entered.`)
            }
          >
            {formatCount(unmatched.length, ['line', 'lines'])} not found
          </Menu.Item>
          <Menu.Label>Export</Menu.Label>
          <Menu.Item onClick={() => save.mutate({ name: 'batch-search.csv', lines: results })}>
            All {formatCount(results.length, ['line', 'lines'])}
          </Menu.Item>
          <Menu.Item
            disabled={unmatched.length === 0}
            onClick={() => save.mutate({ name: 'batch-search-not-found.csv', lines: results.filter(isUnmatched) })}
          >
            Only the {formatNumber(unmatched.length)} not found
          </Menu.Item>
          <Menu.Item
            disabled={found.length === 0}
            onClick={() => save.mutate({ name: 'batch-search-found.csv', lines: found })}
          >
            Only the {formatNumber(found.length)} found
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button icon={IconCalendarPlus} disabled={buids.length === 0} onClick={onRecord}>
        Record an event
      </Button>
    </>
  )
}

type ResultsFile = { name: string; lines: readonly LineResult[] }

/** Asks the server to permit an export of contact data, which requires a recent proof of identity. */
async function authorizeExport({ lines }: ResultsFile): Promise<void> {
  if (lines.some(({ person }) => person !== null)) await patch('/tools/batch_search', z.null(), { lines: lines.length })
}

function download({ name, lines }: ResultsFile): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([buildResultsCsv(lines)], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
