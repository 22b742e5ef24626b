import type { ContentRow } from '@alumni/shared/publications/staff-content'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/data-table.tsx'
import { formatClock } from '../../domain/publications/clock.ts'
import columns from '../../domain/publications/columns.module.css'
import { LastChange } from '../../domain/publications/facts.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { none } from '../../ui/words/none.tsx'
import { count } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { stateWords } from './words.ts'

const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What it is, how it stands, since when, and who changed it last. */
export function contentColumns(home: string): Column<ContentRow>[] {
  return [
    {
      id: 'title',
      header: 'Title',
      cell: ({ row: { original } }) => (
        <span className={columns.lines}>
          <Link to={`${home}/${original.id}` as never} className={columns.name}>
            {original.title}
          </Link>
          {original.about && <span className={columns.fact}>{original.about}</span>}
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      meta: { width: 140 },
      cell: ({ row }) => {
        const { word, icon, tone } = stateWords[row.original.state]
        return (
          <StateWord icon={icon} tone={tone}>
            {word}
          </StateWord>
        )
      },
    },
    {
      id: 'at',
      header: 'Published',
      meta: { width: 220 },
      cell: ({ row: { original } }) => {
        if (!original.at) return none
        return original.state === 'scheduled' ? formatClock(original.at, localZone) : <When at={original.at} />
      },
    },
    {
      id: 'changed',
      header: 'Last changed',
      meta: { width: 230 },
      cell: ({ row: { original } }) => <LastChange at={original.updated_at} by={original.updated_by} />,
    },
  ]
}

export const membersColumn: Column<ContentRow> = {
  id: 'members',
  header: 'Members',
  meta: { width: 100, isNumber: true },
  cell: ({ row: { original } }) => (original.members ? count(original.members) : none),
}
