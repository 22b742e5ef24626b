import { type ButtonProps } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { countOf } from '../words/numbers.ts'
import { ExportProgress, type RowNoun } from './export-progress.tsx'
import { ExportRun } from './export-run.ts'
import { Button } from '../button.tsx'

/** Without a body it is asked for by GET. `matching` is how many rows the file has, where the page knows it. */
type Export = { url: string; body?: unknown; noun: RowNoun; matching?: number | undefined }

type DownloadButtonProps = Export & { children: ReactNode } & Pick<ButtonProps, 'size' | 'leftSection'> & {
    'aria-label'?: string
  }

/** Saves a file of personal data. Whoever has not shown for a while that it is still them is asked to. */
export function DownloadButton({ url, noun, matching, children, ...looks }: DownloadButtonProps) {
  const { isRunning, start } = useExport()
  return (
    <Button
      variant="default"
      icon={IconDownload}
      {...looks}
      disabled={isRunning}
      onClick={() => start({ url, noun, matching })}
    >
      {children}
    </Button>
  )
}

/** "Export 1,203 people". */
export function exportWords({ matching, noun }: Pick<Export, 'matching' | 'noun'>): string {
  return matching ? `Export ${countOf(matching, noun)}` : 'Export'
}

/** Saves rows as CSV and returns whether an export of this page runs; a toast on every page shows progress. */
export function useExport() {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => () => setRunning(false), [])
  return { isRunning, start: (of: Export) => of.matching !== 0 && startExport(of, setRunning) }
}

function startExport(of: Export, onRunning: (isRunning: boolean) => void): void {
  const { url, body, noun, matching } = of
  const run = new ExportRun(url, exportWords(of), matching, body)
  const id = `export ${crypto.randomUUID()}`
  const retry = () => {
    notifications.hide(id)
    startExport(of, onRunning)
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
