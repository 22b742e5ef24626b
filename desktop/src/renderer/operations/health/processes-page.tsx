import type { ProcessesPage as PageData, RunningProcess } from '@alumni/shared/operations/settings'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { none } from '../../ui/words/none.tsx'
import { count, countOf, fileSize } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { processesQuery, useRunAgain } from './queries.ts'
import classes from './health.module.css'

/** The servers and workers that run, and their jobs. */
export function ProcessesPage() {
  return (
    <ResourcePage
      title="Processes and jobs"
      about="The servers and workers that run, and what waits for them. A process reports twice a minute; one that has been silent for two is not listed."
      query={useQuery(processesQuery)}
      blocks={4}
      height={52}
    >
      {(page) => (
        <>
          <section aria-labelledby="processes" className={classes.section}>
            <h2 id="processes">Processes</h2>
            <DataTable
              caption="Processes"
              columns={processColumns}
              rows={page.processes}
              rowKey={({ host, pid }) => `${host} ${pid}`}
            />
          </section>
          <section aria-labelledby="jobs" className={classes.section}>
            <h2 id="jobs">Jobs</h2>
            <Jobs page={page} />
          </section>
        </>
      )}
    </ResourcePage>
  )
}

const processColumns: Column<RunningProcess>[] = [
  {
    id: 'program',
    header: 'Program',
    cell: ({ row }) => <strong>{row.original.program === 'worker' ? 'Worker' : 'Server'}</strong>,
  },
  { id: 'host', header: 'Machine', cell: ({ row }) => `${row.original.host}, process ${row.original.pid}` },
  {
    id: 'release',
    header: 'Release',
    cell: ({ row }) => [row.original.release, row.original.commit?.slice(0, 12)].filter(Boolean).join(', '),
  },
  { id: 'started', header: 'Started', cell: ({ row }) => <When at={row.original.started_at} /> },
  {
    id: 'memory',
    header: 'Memory',
    meta: { isNumber: true },
    cell: ({ row }) => fileSize(row.original.memory_bytes),
  },
]

type Failed = NonNullable<PageData['queue']>['failed'][number]

function Jobs({ page: { queue, handed_over } }: { page: PageData }) {
  if (!queue)
    return (
      <Alert tone="bad" title="No worker runs">
        Imports, letters and statistics stand still; {countOf(handed_over, ['job waits', 'jobs wait'])}. Start a worker
        with <code>npm run worker</code>; nothing is lost meanwhile.
      </Alert>
    )
  const waiting = queue.waiting + handed_over
  return (
    <>
      <p className="muted">
        {count(queue.running)} running, {count(waiting)} waiting
        {queue.oldest_at && (
          <>
            , the first since <When at={queue.oldest_at} />
          </>
        )}
        .
      </p>
      {queue.failed.length === 0 ? (
        <StateWord icon={IconCircleCheck} tone="good">
          No job has failed.
        </StateWord>
      ) : (
        <DataTable caption="Failed jobs" columns={failedColumns} rows={queue.failed} rowKey={({ name }) => name} />
      )}
    </>
  )
}

const failedColumns: Column<Failed>[] = [
  { id: 'about', header: 'Failed', cell: ({ row }) => <strong>{row.original.about}</strong> },
  { id: 'count', header: 'Jobs', meta: { isNumber: true }, cell: ({ row }) => count(row.original.count) },
  { id: 'at', header: 'Last', cell: ({ row }) => <When at={row.original.last_failed_at} /> },
  {
    id: 'log',
    header: 'In the log',
    cell: ({ row }) => (row.original.name ? <code>{row.original.name}</code> : none),
  },
  { id: 'again', header: 'Again', cell: ({ row }) => <RunAgain failed={row.original} /> },
]

function RunAgain({ failed: { name, about } }: { failed: Failed }) {
  const runAgain = useRunAgain()
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={runAgain.isPending}
      onClick={() => runAgain.mutate(name)}
      aria-label={`Run again: ${about}`}
    >
      Run again
    </Button>
  )
}
