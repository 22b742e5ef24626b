import { conflictStates, type CrmConflict } from '@alumni/shared/exchange/crm'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import type { EmptyStateProps } from '../../ui/page/empty-state.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { useConflictColumns } from './conflict-columns.tsx'
import { CrmList, useChosenRows } from './crm-list.tsx'
import { conflictsQuery, type ConflictsSearch } from './queries.ts'
import { SettleButton } from './settle-dialog.tsx'

const stateWords = { open: 'Open', resolved: 'Settled', all: 'All' } as const

/** Fields that were changed here and that the CRM says otherwise. */
export function ConflictsPage() {
  const { address, chosen, setChosen } = useChosenRows<CrmConflict, ConflictsSearch>()
  const { search } = address
  const query = useQuery(conflictsQuery(search))
  const columns = useConflictColumns(({ id }) => setChosen(chosen.filter((other) => other.id !== id)))
  const state = search.state ?? 'open'
  const isOpen = state === 'open'
  return (
    <ResourcePage
      query={query}
      blocks={8}
      height={52}
      title="CRM conflicts"
      about="Fields that were changed here and have another value in a file from the CRM. Our value stays until someone decides."
      actions={
        query.data &&
        isOpen &&
        query.data.matching > 0 && (
          <SettleButton
            page={query.data}
            search={search}
            chosen={chosen.map(({ id }) => id)}
            onDone={() => setChosen([])}
          />
        )
      }
    >
      {(page) => (
        <CrmList
          address={address}
          page={page}
          noun="conflicts"
          columns={columns}
          choice={
            state === 'resolved'
              ? undefined
              : { chosen, onChoose: setChosen, isPossible: ({ resolution }) => resolution === null }
          }
          rows={page.conflicts}
          isStale={query.isPlaceholderData}
          ofImport={{
            title: 'Conflicts of',
            links: (
              <Link to="/settings/crm/crm_changes" search={{ batch_id: search.batch_id, state: 'all', page: 1 }}>
                CRM changes it verified or contradicted
              </Link>
            ),
            onAll: () => address.go({ batch_id: undefined }, 'as step'),
          }}
          state={{
            shown: state,
            choices: conflictStates.map((value) => ({ value, label: stateWords[value] })),
            onChoose: (to) => address.go({ state: to === 'open' ? undefined : to }, 'as step'),
          }}
          status={
            <>
              {countOf(page.matching, ['conflict', 'conflicts'])}
              {Boolean(search.q ?? search.batch_id) &&
                isOpen &&
                page.open > page.matching &&
                ` of ${count(page.open)} open`}
            </>
          }
          isFiltered={Boolean(search.q)}
          empty={noConflicts(state)}
        />
      )}
    </ResourcePage>
  )
}

function noConflicts(state: keyof typeof stateWords): EmptyStateProps {
  return {
    icon: IconCircleCheck,
    tone: 'good',
    title: { open: 'Nothing to settle', resolved: 'Nothing has been settled yet', all: 'No conflicts yet' }[state],
    children: 'Changes that a contacts import contradicts appear on this page.',
  }
}
