import { isDraft, listLetterContract } from '@alumni/shared/publications/list-letters'
import type { ListLetterRow, ListLettersPage } from '@alumni/shared/publications/list-letters'
import { IconMailForward } from '@tabler/icons-react'
import type { z } from 'zod'
import { PublicationsPage, titleColumn, type ListConfig } from '../../domain/publications/publication-list.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { column, dateColumn } from '../../ui/table/table-columns.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import { isPartlySent, letters } from './kind.ts'

const listConfig: ListConfig<ListLettersPage, ListLetterRow, z.infer<typeof listLetterContract.query>> = {
  ...letters,
  page: listLetterContract.page,
  rowsOf: ({ letters }) => letters,
  isRefreshed: ({ counts }) => counts.leaving + counts.sending > 0,
  title: 'Letters',
  icon: IconMailForward,
  columns: [
    titleColumn(letters.home, ({ about }) => about, 'Subject'),
    column('state', 'State', { width: 240 }, (row) => <StateCell row={row} />),
    column('people', 'People', { width: 190 }, (row) => <PeopleCell row={row} />),
    column('by', 'By', { width: 160 }, ({ by }) => by ?? emptyCell),
    dateColumn('at', 'When', ({ at }) => at),
  ],
  searchedFields: 'subject or text',
  newLabel: 'New letter',
  invitation: 'Write to the people of a search, to a class or to all champions.',
}

export const LettersPage = () => <PublicationsPage config={listConfig} />

function StateCell({ row: { state, stop_reason } }: { row: ListLetterRow }) {
  return (
    <span className="lines">
      <StateBadge {...letters.states[state]} />
      {stop_reason && <span className="fact">{stop_reason}</span>}
    </span>
  )
}

function PeopleCell({ row: { state, written_to, sent } }: { row: ListLetterRow }) {
  if (isDraft(state)) return emptyCell
  if (isPartlySent(state)) return `${formatNumber(sent)} of ${formatNumber(written_to)} sent`
  return state === 'sent' ? `${formatNumber(sent)} got it` : `${formatNumber(written_to)} get it`
}
