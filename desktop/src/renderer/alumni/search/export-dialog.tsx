import { searchReach, type SearchReach } from '@alumni/shared/alumni/export'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Skeleton } from '@mantine/core'
import { Modal } from '../../ui/form/modal.tsx'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconMailForward } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Suspense } from 'react'
import { request } from '../../http.ts'
import { formatExportLabel, useExport } from '../../ui/exports/export-button.tsx'
import { useStartLetter } from '../../domain/letters/start-letter.tsx'
import { SearchActions } from '../../domain/searches/save-search.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { useSession } from '../../domain/session/session.ts'
import { lazyComponent } from '../../ui/lazy-component.ts'
import type { ExportOptions } from './export-form.tsx'
import { searchUrl } from './queries.ts'
import { queryOf, type SearchParams } from './search-params.ts'
import { readQuery } from '../../ui/read-query.ts'
import { Button } from '../../ui/button.tsx'

const noun = ['person', 'people'] as const
const ExportForm = lazyComponent(() => import('./export-form.tsx'), 'ExportForm')

/** Shows the actions for a search. Viewers can only save it. */
export function AlumniSearchActions({ params, matching }: { params: SearchParams; matching: number | undefined }) {
  const isStaff = hasRole(useSession().user.role, 'staff')
  const query = queryOf(params)
  const [isOpen, { open, close }] = useDisclosure()
  const { isRunning, start } = useExport()
  const write = useStartLetter()
  const reach = useQuery(
    readQuery(['alumni_search', 'reach', query], `${searchUrl}/reach?${query}`, searchReach, { enabled: isOpen }),
  )
  const exportNow = (options: ExportOptions, rows: number) => {
    const exportParams = [
      `opted_out=${options.opted_out}`,
      ...(options.columns ? [`columns=${options.columns.join(',')}`] : []),
    ]
    close()
    start({ url: `${searchUrl}.csv?${[query, ...exportParams].filter(Boolean).join('&')}`, noun, matching: rows })
  }
  return (
    <>
      <SearchActions
        list="alumni_search"
        query={query}
        actions={
          isStaff
            ? [
                {
                  label: 'Write to them',
                  icon: IconMailForward,
                  isDisabled: !matching,
                  onClick: () => write({ from: 'search', query: queryOf({ ...params, page: undefined }) }),
                },
                { label: 'Export', icon: IconDownload, isDisabled: !matching || isRunning, onClick: open },
              ]
            : []
        }
      />
      <ExportDialog isOpen={isOpen} onClose={close} onExport={exportNow} reach={reach} />
    </>
  )
}

export function ExportSelectedButton({ buids }: { buids: readonly string[] }) {
  const [isOpen, { open, close }] = useDisclosure()
  const { isRunning, start } = useExport()
  const reach = useQuery({
    queryKey: ['alumni_search', 'reach', buids],
    queryFn: ({ signal }) => request(`${searchUrl}/reach`, searchReach, { method: 'POST', body: { buids }, signal }),
    enabled: isOpen,
  })
  const exportNow = (options: ExportOptions, rows: number) => {
    close()
    start({ url: `${searchUrl}.csv`, body: { buids, ...options }, noun, matching: rows })
  }
  return (
    <>
      <Button icon={IconDownload} disabled={isRunning} onClick={open}>
        {formatExportLabel({ matching: buids.length, noun })}
      </Button>
      <ExportDialog isOpen={isOpen} onClose={close} onExport={exportNow} reach={reach} />
    </>
  )
}

type ExportDialogProps = {
  isOpen: boolean
  onClose: () => void
  onExport: (options: ExportOptions, rows: number) => void
  reach: Pick<UseQueryResult<SearchReach>, 'data' | 'error' | 'refetch'>
}

function ExportDialog({ isOpen, onClose, onExport, reach }: ExportDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Export to a CSV file" size="lg">
      {reach.error ? (
        <FailedSection error={reach.error} onRetry={reach.refetch} />
      ) : reach.data ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <ExportForm summary={reach.data} onExport={onExport} onClose={onClose} />
        </Suspense>
      ) : (
        <Skeleton height={320} />
      )}
    </Modal>
  )
}
