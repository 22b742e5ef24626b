import type {
  RecordedList,
  RecordedListsPage as PageData,
  RecordedListsQuery,
} from '@alumni/shared/alumni/recorded-lists'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconMailForward, IconPlaylistAdd } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { recordedListsQuery } from '../../domain/recording/queries.ts'
import { useUndoLists } from '../../domain/recording/undo-recording.tsx'
import { useStartLetter } from '../../domain/letters/start-letter.tsx'
import { RoleGuard } from '../../domain/session/role-guard.tsx'
import { ListPage } from '../../domain/session/list-page.tsx'
import { askToConfirm } from '../../ui/form/dialog.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { recordedListColumns } from './recorded-list-columns.tsx'

type RecordedListsSearch = Omit<RecordedListsQuery, 'by'> & Partial<Pick<RecordedListsQuery, 'by'>>

export function RecordedListsPage() {
  return (
    <RoleGuard role="staff">
      <RecordedLists />
    </RoleGuard>
  )
}

function RecordedLists() {
  const undo = useUndoLists((deleted) =>
    notifySuccess({
      title: 'Undone',
      message: `${formatCount(deleted, ['engagement was', 'engagements were'])} removed.`,
    }),
  )
  const write = useStartLetter()
  return (
    <ListPage<PageData, RecordedList, RecordedListsSearch>
      title="Recorded lists"
      about="Engagements that were recorded together: in batch search, by the event converter, or by a system with an API key. Undo removes exactly what a list added."
      query={recordedListsQuery}
      rowsOf={({ lists }) => lists}
      noun={['list', 'lists']}
      searchedFields="event, source or person"
      filters={(_, { search, go }) => [
        search.id === undefined ? (
          { name: 'by', label: 'Whose lists', anyLabel: 'Everyone’s', options: [{ value: 'me', label: 'Mine' }] }
        ) : (
          <Button key="all" variant="default" onClick={() => go({ id: undefined }, 'as step')}>
            All lists
          </Button>
        ),
      ]}
      columns={recordedListColumns}
      actions={[
        {
          key: 'w',
          label: () => 'Write to these people',
          icon: IconMailForward,
          run: ({ id }) => write({ from: 'recorded', id }),
          isPossible: ({ inserted, undone_at }) => inserted > 0 && undone_at === null,
        },
        {
          key: 'z',
          label: ({ inserted }) => `Undo ${formatCount(inserted, ['engagement', 'engagements'])}…`,
          icon: IconArrowBackUp,
          run: (list) => askToUndo(list, () => undo.mutate([list.id])),
          isPossible: ({ links }) => links.undo !== null,
        },
      ]}
      rowKey={({ id }) => String(id)}
      empty={emptyState}
    />
  )
}

const emptyState = {
  icon: IconPlaylistAdd,
  title: 'Nothing has been recorded yet',
  children: (
    <p>
      Look people up in <Link to="/tools/batch_search">batch search</Link>, or drop a list of attendees into the{' '}
      <Link to="/tools/event_converter">event converter</Link>.
    </p>
  ),
}

function askToUndo({ inserted, what }: RecordedList, onConfirm: () => void): void {
  const engagements = formatCount(inserted, ['engagement', 'engagements'])
  const name = what[0]?.description ?? what[0]?.activity ?? 'The list'
  askToConfirm({
    title: `Undo ${engagements}?`,
    children: `${name} will be removed from these people’s records and from the statistics. What others have recorded stays.`,
    confirm: `Undo ${engagements}`,
    isDangerous: true,
    onConfirm,
  })
}
