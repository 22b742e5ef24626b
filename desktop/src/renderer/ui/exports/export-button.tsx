import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { countOf } from '../words/numbers.ts'
import { ExportProgress, type RowNoun } from './export-progress.tsx'
import { ExportRun } from './export-run.ts'

/** Without a body it is asked for by GET. */
type Export = { url: string; body?: unknown; noun: RowNoun; matching: number | undefined }

/** "Export 1,203 people". */
export function exportWords({ matching, noun }: Pick<Export, 'matching' | 'noun'>): string {
  return matching ? `Export ${countOf(matching, noun)}` : 'Export'
}

/** The way to save rows as a CSV file, and whether one of this page is running; how far it is stands at the corner, wherever one goes. */
export function useExport() {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => () => setRunning(false), [])
  return { isRunning, start: (of: Export) => of.matching && startExport(of, of.matching, setRunning) }
}

function startExport({ url, body, noun }: Export, matching: number, onRunning: (isRunning: boolean) => void): void {
  const run = new ExportRun(url, matching, body)
  const id = `export ${crypto.randomUUID()}`
  const retry = () => {
    notifications.hide(id)
    startExport({ url, body, noun, matching }, matching, onRunning)
  }
  notifications.show({
    id,
    message: <ExportProgress run={run} noun={noun} onRetry={retry} onClose={() => notifications.hide(id)} />,
    autoClose: false,
    withCloseButton: false,
    role: 'region',
    'aria-label': 'Export',
  })
  onRunning(true)
  void run.run().then(() => onRunning(false))
}
