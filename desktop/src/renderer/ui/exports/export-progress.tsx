import { assertNever } from '@alumni/shared/assert-never'
import { Button, Group, Stack } from '@mantine/core'
import { useSyncExternalStore, type ReactNode } from 'react'
import { ProgressBar } from '../progress-bar.tsx'
import { formatNumber, formatCount } from '../format/numbers.ts'
import type { ExportRun } from './export-run.ts'

export type RowNoun = readonly [one: string, several: string]

type ExportProgressProps = { run: ExportRun; noun: RowNoun; onRetry: () => void; onClose: () => void }

export function ExportProgress({ run, noun, onRetry, onClose }: ExportProgressProps) {
  const state = useSyncExternalStore(run.subscribe, run.current)
  const close = (
    <Button size="xs" variant="default" onClick={onClose}>
      Close
    </Button>
  )
  switch (state.step) {
    case 'running':
      return (
        <Card
          title={run.expected === undefined ? 'Exporting' : `Exporting ${formatCount(run.expected, noun)}`}
          actions={<CancelButton run={run} />}
        >
          {run.expected !== undefined && (
            <ProgressBar label="Exported so far" percent={percentOf(state.done, run.expected)} />
          )}
          <p className="fact">
            {formatNumber(state.done)}
            {run.expected !== undefined && ` of ${formatNumber(run.expected)}`}
            {state.perSecond !== null && `, ${formatNumber(Math.round(state.perSecond))} a second`}
          </p>
        </Card>
      )
    case 'saved':
      return (
        <Card title={`${formatCount(state.rows, noun)} exported`} isEnd actions={close}>
          <p className="fact">Saved as {state.fileName}.</p>
        </Card>
      )
    case 'cancelled':
      return (
        <Card title="Export canceled" isEnd actions={close}>
          <p className="fact">No file was saved.</p>
        </Card>
      )
    case 'failed':
      return (
        <Card
          title={state.done > 0 ? `The export failed after ${formatCount(state.done, noun)}` : 'The export failed'}
          isAlert
          actions={
            <>
              {close}
              <Button size="xs" onClick={onRetry}>
                Try again
              </Button>
            </>
          }
        >
          <p className="fact">{state.message}</p>
        </Card>
      )
    default:
      return assertNever(state)
  }
}

function percentOf(rows: number, expected: number): number {
  return Math.min(100, Math.floor((rows / Math.max(1, expected)) * 100))
}

function CancelButton({ run }: { run: ExportRun }) {
  return (
    <Button size="xs" variant="default" onClick={() => run.cancel()}>
      Cancel
    </Button>
  )
}

type CardProps = { title: string; isAlert?: boolean; isEnd?: boolean; actions: ReactNode; children: ReactNode }

function Card({ title, isAlert = false, isEnd = false, actions, children }: CardProps) {
  return (
    <Stack gap={8} role={isAlert ? 'alert' : isEnd ? 'status' : undefined}>
      <strong>{title}</strong>
      {children}
      <Group justify="flex-end" gap={8}>
        {actions}
      </Group>
    </Stack>
  )
}
