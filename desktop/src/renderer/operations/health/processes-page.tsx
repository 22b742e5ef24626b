import type { ProcessesPage as PageData, RunningProcess } from '@alumni/shared/operations/settings'
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../ui/page/section.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'
import { formatNumber, formatCount, formatFileSize } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { z } from 'zod'
import { post } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { processesQuery, processesUrl } from './queries.ts'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'

export function ProcessesPage() {
  return (
    <ResourcePage
      title="Processes and jobs"
      about="Running servers and workers, and their waiting jobs. A process reports twice a minute; one that has not reported for two minutes is not listed."
      query={useQuery(processesQuery)}
      blocks={4}
      height={52}
    >
      {(page) => (
        <>
          <Section title="Processes" mb={32}>
            {page.unfinished_upgrade && (
              <Alert tone="info" title="An upgrade is not finished">
                {page.unfinished_upgrade}
              </Alert>
            )}
            <DataTable
              caption="Processes"
              columns={processColumns}
              rows={page.processes}
              rowKey={({ host, pid }) => `${host} ${pid}`}
            />
          </Section>
          <Section title="Jobs" mb={32}>
            <Jobs page={page} />
          </Section>
        </>
      )}
    </ResourcePage>
  )
}

const processColumns: Column<RunningProcess>[] = [
  column('program', 'Program', (row) => <strong>{row.program === 'worker' ? 'Worker' : 'Server'}</strong>),
  column('host', 'Machine', (row) => `${row.host}, process ${row.pid}`),
  column('release', 'Release', (row) => [row.release, row.commit?.slice(0, 12)].filter(Boolean).join(', ')),
  dateColumn('started', 'Started', (row) => row.started_at),
  column('memory', 'Memory', { isNumber: true }, (row) => formatFileSize(row.memory_bytes)),
  column('clock', 'Clock', (row) => <ClockCell aheadMs={row.clock_ahead_ms ?? null} />),
]

/** A worker with a larger clock difference takes no jobs. */
const maxDifferenceMs = 5000

function ClockCell({ aheadMs }: { aheadMs: number | null }) {
  if (aheadMs === null) return emptyCell
  if (Math.abs(aheadMs) <= maxDifferenceMs) return 'In sync'
  return (
    <StateBadge icon={IconAlertTriangle} tone="bad">
      {formatCount(Math.round(Math.abs(aheadMs) / 1000), ['second', 'seconds'])} {aheadMs > 0 ? 'ahead' : 'behind'}
    </StateBadge>
  )
}

type FailedJobs = NonNullable<PageData['queue']>['failed'][number]

function Jobs({ page: { queue, handed_over } }: { page: PageData }) {
  const runAgain = useAction((name: string) => post(`${processesUrl}/failed_jobs`, z.object({}), { name }), {
    invalidates: ['settings'],
    successNotice: () => ({
      title: 'Requested',
      message: 'A worker runs them again; this page is updated within 30 seconds.',
    }),
  })
  if (!queue)
    return (
      <Alert tone="bad" title="No worker is running">
        Imports and letters are not processed; {formatCount(handed_over, ['job waits', 'jobs wait'])}. Start a worker
        with <code>npm run worker</code>; nothing is lost.
      </Alert>
    )
  const waiting = queue.waiting + handed_over
  return (
    <>
      <p className="muted">
        {formatNumber(queue.running)} running, {formatNumber(waiting)} waiting
        {queue.oldest_at && (
          <>
            , the first since <RelativeTime time={queue.oldest_at} />
          </>
        )}
        .
      </p>
      {queue.failed.length === 0 ? (
        <StateBadge icon={IconCircleCheck} tone="good" label="No job has failed." />
      ) : (
        <DataTable
          caption="Failed jobs"
          columns={failedColumns}
          rows={queue.failed}
          rowKey={({ name }) => name}
          actions={[
            {
              label: () => 'Run again',
              icon: IconRefresh,
              run: ({ name }) => runAgain.mutate(name),
            },
          ]}
        />
      )}
    </>
  )
}

const failedColumns: Column<FailedJobs>[] = [
  column('about', 'Failed', (row) => <strong>{row.about}</strong>),
  column('count', 'Jobs', { isNumber: true }, (row) => formatNumber(row.count)),
  dateColumn('at', 'Last', (row) => row.last_failed_at),
  column('error', 'Error', (row) => row.last_error ?? emptyCell),
  column('log', 'In the log', (row) => (row.name ? <code>{row.name}</code> : emptyCell)),
]
