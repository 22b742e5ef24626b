import { fieldLabel } from '@alumni/shared/alumni/record'
import {
  crmChangeStatuses,
  type CrmChange,
  type CrmChangesPage as PageData,
  type CrmChangesQuery,
} from '@alumni/shared/exchange/crm'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import type { EmptyStateProps } from '../../ui/page/empty-state.tsx'
import type { RowAction } from '../../ui/table/row-actions.tsx'
import type { Address } from '../../ui/use-address.ts'
import { countedOptions } from '../../ui/words/counted-options.ts'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { changeColumns, statusWords } from './change-columns.tsx'
import { CrmList, useChosenRows } from './crm-list.tsx'
import { DeliverButton } from './deliver-button.tsx'
import { ExportBatches } from './export-batches.tsx'
import { ExportButton } from './export-button.tsx'
import { changesQuery } from './queries.ts'
import { AgeFilter, WaitingNotices } from './waiting.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** Changes made here that have to reach the CRM. */
export function ChangesPage() {
  const { address, chosen, setChosen } = useChosenRows<CrmChange, CrmChangesQuery>()
  const { search } = address
  const query = useQuery(changesQuery(search))
  /** The changes in the question whether to withdraw them. */
  const [asked, setAsked] = useState<readonly CrmChange[]>([])
  return (
    <ResourcePage
      query={query}
      blocks={8}
      height={52}
      title="CRM changes"
      about="Changes made here that the CRM needs: pending, then exported, then verified by the next contacts import."
      actions={
        query.data && (
          <>
            {chosen.length > 0 && (
              <Button variant="default" onClick={() => setAsked(chosen)}>
                Withdraw {countOf(chosen.length, ['change', 'changes'])}
              </Button>
            )}
            {query.data.state === 'pending' && (
              <>
                <ExportButton page={query.data} search={search} />
                <DeliverButton page={query.data} search={search} />
              </>
            )}
          </>
        )
      }
    >
      {(page) => (
        <WithAside aside={<ExportBatches batches={page.export_batches} />}>
          <Changes
            page={page}
            address={address}
            isStale={query.isPlaceholderData}
            chosen={chosen}
            onChoose={setChosen}
            onWithdraw={(change) => setAsked([change])}
          />
          {asked.length > 0 && (
            <WithdrawDialog
              changes={asked}
              onClose={() => setAsked([])}
              onDone={() => {
                setAsked([])
                setChosen([])
              }}
            />
          )}
        </WithAside>
      )}
    </ResourcePage>
  )
}

type ChangesProps = {
  page: PageData
  address: Address<CrmChangesQuery>
  isStale: boolean
  chosen: readonly CrmChange[]
  onChoose: (changes: readonly CrmChange[]) => void
  onWithdraw: (change: CrmChange) => void
}

function Changes({ page, address, isStale, chosen, onChoose, onWithdraw }: ChangesProps) {
  const { state } = page
  const { batch_id, q, age, crm_id, refused } = address.search
  const go = (to: Partial<CrmChangesQuery>) => address.go(to, 'as step')
  const isOfImport = batch_id !== undefined
  const isFiltered = [q, age, crm_id, refused].some(Boolean)
  return (
    <CrmList
      address={address}
      page={page}
      noun="changes"
      columns={changeColumns}
      choice={state === 'pending' ? { chosen, onChoose } : undefined}
      rows={page.changes}
      isStale={isStale}
      actions={state === 'pending' ? rowActions(onWithdraw) : []}
      ofImport={{
        title: 'Changes verified or contradicted by',
        links: (
          <Link to="/settings/crm/conflicts" search={{ batch_id, state: 'all', page: 1 }}>
            Its conflicts
          </Link>
        ),
        onAll: () => go({ batch_id: undefined, state: undefined }),
      }}
      notices={<WaitingNotices page={page} search={address.search} onShow={go} />}
      state={{
        shown: state,
        choices: isOfImport ? statesOfImport : statesOf(page),
        onChoose: (state) => go({ state, age: undefined, crm_id: undefined, refused: undefined }),
      }}
      filters={
        (state === 'pending' || state === 'exported') && (
          <AgeFilter
            age={age}
            waiting={[isOfImport, q, crm_id, refused].some(Boolean) ? null : page.waiting[state]}
            onChoose={(age) => go({ age })}
          />
        )
      }
      status={(isOfImport || isFiltered) && countOf(page.matching, ['change', 'changes'])}
      isFiltered={isFiltered}
      empty={noChanges(state)}
    />
  )
}

function rowActions(onWithdraw: (change: CrmChange) => void): RowAction<CrmChange>[] {
  return [
    {
      key: 'w',
      label: ({ field, name, buid }) => `Withdraw ${fieldLabel(field)} of ${name || buid}`,
      icon: IconArrowBackUp,
      run: onWithdraw,
      hasButton: true,
    },
  ]
}

type StateChoice = { value: PageData['state']; label: string }

function statesOf({ counts }: PageData): StateChoice[] {
  return [
    ...countedOptions(crmChangeStatuses, (status) => statusWords[status].word, counts),
    { value: 'all', label: 'All' },
  ]
}

/** An import contradicts all that it does not verify. */
const statesOfImport: StateChoice[] = [
  { value: 'verified', label: 'Verified' },
  { value: 'exported', label: 'Contradicted, exported' },
  { value: 'pending', label: 'Contradicted, pending' },
  { value: 'all', label: 'All' },
]

const nothing: Record<PageData['state'], string> = {
  pending: 'Nothing is pending',
  exported: 'Nothing to confirm',
  verified: 'Nothing was verified',
  all: 'No changes yet',
}

function noChanges(state: PageData['state']): EmptyStateProps {
  const isPending = state === 'pending'
  return {
    icon: isPending ? IconCircleCheck : IconInbox,
    tone: isPending ? 'good' : 'plain',
    title: nothing[state],
    children: isPending
      ? 'Changes that alumni and staff make here appear on this page, until they are exported.'
      : 'Changes move here when they are exported and when a contacts import shows them.',
  }
}
