import {
  crmChangeStatuses,
  type CrmChange,
  type CrmChangesPage as PageData,
  type CrmChangesQuery,
} from '@alumni/shared/exchange/crm'
import { Stack } from '@mantine/core'
import { IconArrowBackUp, IconMessageX, IconCircleCheck, IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ComponentProps } from 'react'
import { useUndoChange } from '../../domain/people/undo-change.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { Button } from '../../ui/button.tsx'
import type { EmptyStateProps } from '../../ui/page/empty-state.tsx'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { Segments } from '../../ui/table/filters.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { buildCountedOptions } from '../../ui/format/counted-options.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { changeColumns, statusLabels } from './change-columns.tsx'
import { useSelectedRows } from './selected-rows.ts'
import { ExportBatches, ExportButton } from './exports.tsx'
import { ImportNotice } from './import-notice.tsx'
import { changesQuery } from './queries.ts'
import { AgeFilter, WaitingNotices } from './waiting-notices.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

export function ChangesPage() {
  const { search } = useAddress<CrmChangesQuery>()
  const { selected, selection } = useSelectedRows<CrmChange>()
  const query = useQuery(changesQuery(search))
  const [toWithdraw, setToWithdraw] = useState<readonly CrmChange[]>([])
  return (
    <ResourcePage
      query={query}
      blocks={8}
      height={52}
      title="CRM changes"
      isList
      about="Changes made here that the CRM needs: pending, then exported, then verified by the next contacts import."
      actions={
        query.data?.state === 'pending' && (
          <>
            {selected.length > 0 && (
              <Button variant="default" onClick={() => setToWithdraw(selected)}>
                Withdraw {formatCount(selected.length, ['change', 'changes'])}
              </Button>
            )}
            <ExportButton page={query.data} search={search} />
          </>
        )
      }
    >
      {(page) => (
        <WithAside aside={page.export_batches.length > 0 && <ExportBatches batches={page.export_batches} />}>
          <Changes
            page={page}
            isStale={query.isPlaceholderData}
            selection={selection}
            onWithdraw={(change) => setToWithdraw([change])}
          />
          {toWithdraw.length > 0 && (
            <WithdrawDialog
              changes={toWithdraw}
              onClose={() => setToWithdraw([])}
              onDone={() => {
                setToWithdraw([])
                selection.onClear()
              }}
            />
          )}
        </WithAside>
      )}
    </ResourcePage>
  )
}

type ChangesProps = Pick<ComponentProps<typeof ResourceList<CrmChange, CrmChangesQuery>>, 'isStale' | 'selection'> & {
  page: PageData
  onWithdraw: (change: CrmChange) => void
}

function Changes({ page, isStale, selection, onWithdraw }: ChangesProps) {
  const undo = useUndoChange()
  const navigate = useNavigate()
  const address = useAddress<CrmChangesQuery>()
  const { batch_id, q, age, crm_id } = address.search
  const { state } = page
  const hasImportFilter = batch_id !== undefined
  const isFiltered = Boolean(q ?? age ?? crm_id)
  return (
    <ResourceList
      address={address}
      page={page}
      rows={page.changes}
      noun={['change', 'changes']}
      caption="CRM changes"
      columns={changeColumns}
      rowKey={({ id }) => String(id)}
      isStale={isStale}
      selection={state === 'pending' ? selection : undefined}
      onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
      actions={
        state === 'pending'
          ? [
              {
                key: 'u',
                label: () => 'Undo',
                icon: IconArrowBackUp,
                run: (change) => undo.mutate(change),
              },
              {
                key: 'w',
                label: () => 'Withdraw with a reason…',
                icon: IconMessageX,
                run: onWithdraw,
              },
            ]
          : []
      }
      searchLabel="Search changes by name, BUID or value"
      searchHint="Name, BUID or value"
      head={
        <Stack gap={12} className="notices">
          <ImportNotice source={page.import} title="Changes verified or contradicted by">
            <Link to="/settings/crm/conflicts" search={{ batch_id, state: 'all', page: 1 }}>
              Its conflicts
            </Link>
          </ImportNotice>
          <WaitingNotices page={page} address={address} />
        </Stack>
      }
      filters={[
        <Segments
          key="state"
          label="Which changes"
          data={hasImportFilter ? importStateOptions : buildStateOptions(page)}
          value={state}
          onChoose={(to) => address.go({ state: to as typeof state, age: undefined, crm_id: undefined }, 'as step')}
        />,
        (state === 'pending' || state === 'exported') && (
          <AgeFilter
            key="age"
            address={address}
            waiting={hasImportFilter || q || crm_id ? null : page.waiting[state]}
          />
        ),
      ]}
      status={(hasImportFilter || isFiltered) && formatCount(page.matching, ['change', 'changes'])}
      isFiltered={isFiltered}
      empty={buildEmptyState(state)}
    />
  )
}

function buildStateOptions({ counts }: PageData) {
  return [
    ...buildCountedOptions(crmChangeStatuses, (status) => statusLabels[status].label, counts),
    { value: 'all', label: 'All' },
  ]
}

/**
 * State options when the list is filtered by an import. It then contains only changes that the import verified or
 * contradicted.
 */
const importStateOptions = [
  { value: 'verified', label: 'Verified' },
  { value: 'exported', label: 'Contradicted, exported' },
  { value: 'pending', label: 'Contradicted, pending' },
  { value: 'all', label: 'All' },
]

const emptyTitles: Record<PageData['state'], string> = {
  pending: 'Nothing is pending',
  exported: 'Nothing to confirm',
  verified: 'Nothing was verified',
  all: 'No changes yet',
}

function buildEmptyState(state: PageData['state']): EmptyStateProps {
  const isPending = state === 'pending'
  return {
    icon: isPending ? IconCircleCheck : IconInbox,
    tone: isPending ? 'good' : 'plain',
    title: emptyTitles[state],
    children: isPending
      ? 'Changes that alumni and staff make here appear on this page, until they are exported.'
      : 'Changes move here when they are exported and when a contacts import shows them.',
  }
}
