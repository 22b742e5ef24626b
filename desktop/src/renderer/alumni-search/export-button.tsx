import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { countOf } from '../ui/words/numbers.ts'
import { ExportProgress } from './export-progress.tsx'
import { ExportRun } from './export-run.ts'
import { queryOf, type SearchWords } from './search-words.ts'

/** Saves everyone who was found as a CSV file; how far it is stands at the corner of the page, wherever one goes meanwhile. */
export function ExportButton({ words, matching }: { words: SearchWords; matching: number | undefined }) {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => () => setRunning(false), [])
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      disabled={!matching || isRunning}
      onClick={() => matching && startExport(queryOf(words), matching, setRunning)}
    >
      {matching ? `Export ${countOf(matching, ['person', 'people'])}` : 'Export'}
    </Button>
  )
}

function startExport(query: string, matching: number, onRunning: (isRunning: boolean) => void): void {
  const run = new ExportRun(query, matching)
  const id = `export ${crypto.randomUUID()}`
  const retry = () => {
    notifications.hide(id)
    startExport(query, matching, onRunning)
  }
  notifications.show({
    id,
    message: <ExportProgress run={run} onRetry={retry} onClose={() => notifications.hide(id)} />,
    autoClose: false,
    withCloseButton: false,
    role: 'group',
    'aria-label': 'Export',
  })
  onRunning(true)
  void run.run().then(() => onRunning(false))
}
