import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { countOf } from '../words/numbers.ts'
import { ExportProgress, type RowNoun } from './export-progress.tsx'
import { ExportRun } from './export-run.ts'
import { Button, type ButtonProps } from '../button.tsx'

/** Without a body it is asked for by GET. `matching` is how many rows the file has, where the page knows it. */
type Export = { url: string; body?: unknown; noun: RowNoun; matching?: number | undefined }

type DownloadButtonProps = Export & Pick<ButtonProps, 'size'> & { children?: ReactNode }

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
      {children ?? exportLabel({ matching, noun })}
    </Button>
  )
}

/** "Export 1,203 people". */
export function exportLabel({ matching, noun }: Pick<Export, 'matching' | 'noun'>): string {
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
  const run = new ExportRun(url, exportLabel(of), matching, body)
  showExport(run, noun, () => startExport(of, onRunning))
  onRunning(true)
  void run.run().then(() => onRunning(false))
}

/** Shows the progress of an export in a toast. Returns a function that hides it. */
export function showExport(run: ExportRun, noun: RowNoun, retry?: () => void): () => void {
  const id = `export ${crypto.randomUUID()}`
  const hide = () => void notifications.hide(id)
  const onRetry = () => {
    hide()
    retry?.()
  }
  notifications.show({
    id,
    message: <ExportProgress run={run} noun={noun} onRetry={onRetry} onClose={hide} />,
    autoClose: false,
    withCloseButton: false,
    role: 'region',
    'aria-label': 'Export',
  })
  return hide
}
