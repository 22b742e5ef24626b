import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { formatCount } from '../format/numbers.ts'
import { ExportProgress, type RowNoun } from './export-progress.tsx'
import { ExportRun } from './export-run.ts'
import { Button, type ButtonProps } from '../button.tsx'

/** `matching` is the number of rows, if known. If there is a `body`, the request is sent with POST. */
type ExportRequest = { url: string; body?: unknown; noun: RowNoun; matching?: number | undefined }

type DownloadButtonProps = ExportRequest & Pick<ButtonProps, 'size'> & { children?: ReactNode }

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
      {children ?? formatExportLabel({ matching, noun })}
    </Button>
  )
}

/** Returns text such as "Export 1,203 people", or "Export" if the number is unknown. */
export function formatExportLabel({ matching, noun }: Pick<ExportRequest, 'matching' | 'noun'>): string {
  return matching ? `Export ${formatCount(matching, noun)}` : 'Export'
}

/** Returns a function that starts an export. `isRunning` covers only exports that this component started. */
export function useExport() {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => () => setRunning(false), [])
  return { isRunning, start: (rows: ExportRequest) => rows.matching !== 0 && startExport(rows, setRunning) }
}

function startExport(rows: ExportRequest, onRunning: (isRunning: boolean) => void): void {
  const { url, body, noun, matching } = rows
  const run = new ExportRun(url, formatExportLabel(rows), matching, body)
  showExportProgress(run, noun, () => startExport(rows, onRunning))
  onRunning(true)
  void run.run().then(() => onRunning(false))
}

/** Shows the progress of an export in a toast; returns a function that hides the toast. `retry` starts it again. */
export function showExportProgress(run: ExportRun, noun: RowNoun, retry?: () => void): () => void {
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
