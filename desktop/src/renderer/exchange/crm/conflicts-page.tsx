import type { ConflictsPage as PageData, CrmConflict } from '@alumni/shared/exchange/crm'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { ListPage } from '../../domain/session/list-page.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { useSelectedRows } from './selected-rows.ts'
import { buildConflictColumns, useReopen } from './conflict-columns.tsx'
import { ImportNotice } from './import-notice.tsx'
import { conflictsQuery, type ConflictsSearch } from './queries.ts'
import { ResolveButton } from './resolve-dialog.tsx'

export function ConflictsPage() {
  const navigate = useNavigate()
  const { search } = useAddress<ConflictsSearch>()
  const { selected, selection } = useSelectedRows<CrmConflict>()
  const { batch_id, state = 'open', q } = search
  const undo = useReopen()
  return (
    <ListPage<PageData, CrmConflict, ConflictsSearch>
      title="CRM conflicts"
      about="Fields that were changed here and have another value in a file from the CRM. Our value stays until someone decides."
      query={conflictsQuery}
      rowsOf={({ conflicts }) => conflicts}
      noun={['conflict', 'conflicts']}
      searchedFields="name, BUID or value"
      buttons={(page) =>
        state === 'open' &&
        page !== undefined &&
        page.matching > 0 && (
          <ResolveButton
            page={page}
            search={search}
            selectedIds={selected.map(({ id }) => id)}
            onDone={() => selection.onClear()}
          />
        )
      }
      filters={() => [{ name: 'state', label: 'Which conflicts', anyLabel: 'Open', options: stateOptions }]}
      columns={buildConflictColumns((conflict) => selection.onSelect([conflict], false))}
      rowKey={({ id }) => String(id)}
      selection={
        state === 'resolved' ? undefined : { ...selection, isSelectable: ({ resolution }) => resolution === null }
      }
      actions={[
        {
          key: 'z',
          label: () => 'Undo',
          icon: IconArrowBackUp,
          run: ({ links }) => links.undo && undo.mutate(links.undo),
          isPossible: ({ links }) => links.undo !== null,
        },
      ]}
      onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
      isFiltered={Boolean(q)}
      empty={{
        icon: IconCircleCheck,
        tone: 'good',
        title: { open: 'Nothing to resolve', resolved: 'Nothing has been resolved yet', all: 'No conflicts yet' }[
          state
        ],
        children: 'Changes that a contacts import contradicts appear on this page.',
      }}
    >
      {(page) => (
        <div className="notices">
          <ImportNotice source={page.import} title="Conflicts of">
            <Link to="/settings/crm/crm_changes" search={{ batch_id, state: 'all', page: 1 }}>
              CRM changes it verified or contradicted
            </Link>
          </ImportNotice>
        </div>
      )}
    </ListPage>
  )
}

const stateOptions = [
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
]
