import {
  employerReasons,
  type EmployerReason,
  type UnknownEmployer,
  type UnknownEmployersPage as PageData,
  type UnknownEmployersQuery,
} from '@alumni/shared/alumni/reports'
import {
  IconCircleCheck,
  IconCircleMinus,
  IconSearchOff,
  IconTextSpellcheck,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Column } from '../../ui/data-table.tsx'
import type { EmptyStateProps } from '../../ui/empty-state.tsx'
import { SegmentFilter } from '../../ui/filters.tsx'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { none } from '../../ui/words/none.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { People, ReportPage } from './report-page.tsx'

const reasons: Record<EmployerReason, { word: string; icon: Icon; tone: Tone }> = {
  misspelt: { word: 'Perhaps misspelt', icon: IconTextSpellcheck, tone: 'warn' },
  none: { word: 'Names no employer', icon: IconCircleMinus, tone: 'bad' },
  only_one: { word: 'Only one person', icon: IconUser, tone: 'plain' },
}

const columns: Column<UnknownEmployer>[] = [
  {
    id: 'employer',
    header: 'Employer',
    meta: { width: 260 },
    cell: ({ row }) => <strong className="name">{row.original.employer}</strong>,
  },
  {
    id: 'why',
    header: 'Why',
    meta: { width: 180 },
    cell: ({ row: { original } }) => {
      const { word, icon, tone } = reasons[original.why]
      return (
        <StateWord icon={icon} tone={tone}>
          {word}
        </StateWord>
      )
    },
  },
  {
    id: 'meant',
    header: 'Perhaps meant',
    cell: ({ row: { original } }) =>
      original.suggestion === null ? (
        none
      ) : (
        <span className="lines">
          <span>{original.suggestion}</span>
          <span className="fact">{countOf(original.suggestion_people ?? 0, ['person', 'people'])}</span>
        </span>
      ),
  },
  {
    id: 'people',
    header: 'Who',
    cell: ({ row }) => <People people={row.original.people} total={row.original.count} />,
  },
]

/** Employers that no other record knows. */
export function UnknownEmployersPage() {
  const navigate = useNavigate()
  return (
    <ReportPage
      name="unknown_employers"
      title="Employers nobody knows"
      about="Employers spelt almost like one that more people have, words that name no employer, and names that only one person has. Correct them in the CRM: the next employment import brings the correction here."
      noun={['employer', 'employers']}
      fileNoun={['person', 'people']}
      searchLabel="Search employers"
      searchHint="Employer"
      renderFilters={({ counts }, address) => (
        <SegmentFilter
          address={address}
          name="why"
          label="Which employers"
          any="All"
          options={employerReasons.map((value) => ({
            value,
            label: `${reasons[value].word} ${count(counts[value])}`,
          }))}
        />
      )}
      rowsOf={({ employers }) => employers}
      columns={columns}
      rowKey={({ employer }) => employer}
      onOpen={({ people: [first] }) => first && void navigate({ to: '/alumni/$id', params: { id: first.buid } })}
      empty={emptyOf}
    />
  )
}

function emptyOf({ q, why }: UnknownEmployersQuery, { searched_at }: PageData, look: ReactNode): EmptyStateProps {
  if (q || why)
    return { icon: IconSearchOff, title: 'No employer matches', children: 'Try fewer letters, or another reason.' }
  const children = 'Employment records are looked through every hour.'
  if (searched_at === null) return { icon: IconTextSpellcheck, title: 'Nobody has looked yet', actions: look, children }
  return { icon: IconCircleCheck, tone: 'good', title: 'Every employer is known', children }
}
