import { auditPage, type AuditPage as PageData, type AuditQuery } from '@alumni/shared/staff/audit-log'
import { Button, Group } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { writePlainSearch } from '../../plain-search.ts'
import { useAddress } from '../../ui/use-address.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { readPageQuery } from '../../ui/read-query.ts'

function auditLogQuery(search: AuditQuery) {
  return readPageQuery(['audit-log', search], `/settings/audit_log${writePlainSearch(search)}`, auditPage)
}

export function AuditLogPage() {
  const search = useAddress<AuditQuery>().search
  const query = useQuery(auditLogQuery(search))
  return (
    <ResourcePage
      title="Audit log"
      isList
      actions={
        query.data &&
        query.data.matching > 0 && (
          <DownloadButton
            url={query.data.links.csv}
            noun={['entry', 'entries']}
            matching={query.data.isCounted ? query.data.matching : undefined}
          />
        )
      }
      query={query}
      blocks={8}
      height={52}
    >
      {(page) => <LogEntries page={page} search={search} isStale={query.isPlaceholderData} />}
    </ResourcePage>
  )
}

function LogEntries({ page, search, isStale }: { page: PageData; search: AuditQuery; isStale: boolean }) {
  const navigate = useNavigate({ from: '/settings/audit_log' })
  const filter = (to: Partial<AuditQuery>) =>
    void navigate({ search: (now) => ({ ...now, before: undefined, ...to }), replace: true, resetScroll: false })
  const goToPage = (before?: number) => void navigate({ search: (now) => ({ ...now, before }) })
  return (
    <>
      <AuditFilters page={page} search={search} onFilter={filter}>
        <span className="muted" role="status">
          {!page.isCounted && 'More than '}
          {formatCount(page.matching, ['entry', 'entries'])}
        </span>
      </AuditFilters>
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
      <Group gap={8} mt={12}>
        {search.before !== undefined && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconArrowLeft size={14} aria-hidden />}
            onClick={() => goToPage()}
          >
            Newest
          </Button>
        )}
        {page.next !== null && (
          <Button
            variant="default"
            size="compact-md"
            rightSection={<IconArrowRight size={14} aria-hidden />}
            onClick={() => goToPage(page.next!)}
          >
            Older
          </Button>
        )}
      </Group>
    </>
  )
}

function NoEntries({ search, onAll }: { search: AuditQuery; onAll: () => void }) {
  const isFiltered = Object.values(search).some((value) => value !== undefined && value !== '')
  if (!isFiltered)
    return (
      <EmptyState icon={IconHistory} title="No entries yet">
        Actions of staff appear here.
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
