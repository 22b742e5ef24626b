import type { AuditPage as PageData, AuditQuery } from '@alumni/shared/staff/audit-log'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditLogQuery } from './queries.ts'
import classes from './audit-log.module.css'

/** What staff, administrators and the service itself did. */
export function AuditLogPage() {
  const search: AuditQuery = useSearch({ from: '/shell/settings/audit_log' })
  const query = useQuery(auditLogQuery(search))
  const page = query.data
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="Audit log"
      about="Who did what, when, from where, and what it changed. Entries can be neither edited nor deleted here."
      actions={page && page.matching > 0 && <Download page={page} />}
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={52} />}
      {page && <Entries page={page} search={search} isStale={query.isPlaceholderData} />}
    </Page>
  )
}

function Download({ page: { isCounted, matching, links } }: { page: PageData }) {
  return (
    <DownloadButton url={links.csv} noun={['entry', 'entries']} matching={isCounted ? matching : undefined}>
      Download {isCounted ? countOf(matching, ['entry', 'entries']) : 'all of these'} (CSV)
    </DownloadButton>
  )
}

function Entries({ page, search, isStale }: { page: PageData; search: AuditQuery; isStale: boolean }) {
  const navigate = useNavigate({ from: '/settings/audit_log' })
  const filter = (to: Partial<AuditQuery>) =>
    void navigate({ search: (now) => ({ ...now, before: undefined, ...to }), replace: true, resetScroll: false })
  const turn = (before?: number) => void navigate({ search: (now) => ({ ...now, before }) })
  return (
    <>
      <AuditFilters page={page} search={search} onFilter={filter} />
      <p className={classes.count} role="status">
        {page.isCounted ? countOf(page.matching, ['entry', 'entries']) : `More than ${count(page.matching)} entries`}
      </p>
      {page.entries.length > 0 ? (
        <DataTable
          caption="Audit log"
          columns={auditColumns}
          rows={page.entries}
          rowKey={({ id }) => String(id)}
          isStale={isStale}
        />
      ) : (
        <NoEntries search={search} onAll={() => void navigate({ search: {} })} />
      )}
      <div className={classes.pages}>
        {search.before !== undefined && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconArrowLeft size={14} aria-hidden />}
            onClick={() => turn()}
          >
            Newest
          </Button>
        )}
        {page.next !== null && (
          <Button
            variant="default"
            size="compact-md"
            rightSection={<IconArrowRight size={14} aria-hidden />}
            onClick={() => turn(page.next!)}
          >
            Older
          </Button>
        )}
      </div>
    </>
  )
}

function NoEntries({ search, onAll }: { search: AuditQuery; onAll: () => void }) {
  const isFiltered = Object.values(search).some((value) => value !== undefined && value !== '')
  if (!isFiltered)
    return (
      <EmptyState icon={IconHistory} title="Nothing has been done yet">
        Whatever staff do appears here.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={IconSearchOff}
      title="No entry matches"
      actions={
        <Button variant="default" onClick={onAll}>
          Show everything
        </Button>
      }
    >
      Try fewer filters, or the beginning of a word.
    </EmptyState>
  )
}
