import type { ProtectionPage, ShownLimit } from '@alumni/shared/operations/protection'
import { Stack } from '@mantine/core'
import { DataTable } from '../../ui/table/data-table.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'

const columns: Column<ShownLimit>[] = [
  column('what', 'What is counted', (row) => <strong>{row.what}</strong>),
  column('limit', 'At most', (row) => allowance(row)),
  column('whom', 'Of each', (row) => (row.whom === 'email' ? 'e-mail address' : 'network address')),
  column('name', 'In the log', (row) => <code className="note">{row.name}</code>),
]

/** The law of both sites, in words. */
export function LimitTable({ limits, banning }: Pick<ProtectionPage, 'limits' | 'banning'>) {
  return (
    <Stack component="section" gap={8} mb={40} miw={0} aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <p className="muted">
        They hold on both sites. A window begins with its first request; whoever asks more often is told when to come
        back. {countOf(banning.violations, ['refusal', 'refusals'])} within {windowWords(banning.window_seconds)} lock a
        network address out for {windowWords(banning.ban_seconds)}.
      </p>
      <DataTable caption="Limits" columns={columns} rows={limits} rowKey={({ name }) => name} />
    </Stack>
  )
}

/** "20 seconds", "1 minute", "5 minutes", "1 hour". */
function windowWords(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return countOf(seconds / 3600, ['hour', 'hours'])
  return seconds >= 60
    ? countOf(Math.round(seconds / 60), ['minute', 'minutes'])
    : countOf(seconds, ['second', 'seconds'])
}

/** "300 per 5 minutes". */
function allowance({ max, window_seconds }: ShownLimit): string {
  return `${count(max)} per ${windowWords(window_seconds)}`
}
