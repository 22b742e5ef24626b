import {
  employerReasons,
  type EmployerReason,
  type UnknownEmployer,
  type UnknownEmployersPage as PageData,
  type UnknownEmployersQuery,
} from '@alumni/shared/alumni/reports'
import { IconCircleCheck, IconCircleMinus, IconTextSpellcheck, IconUser, type Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EmptyStateProps } from '../../ui/page/empty-state.tsx'
import { SegmentFilter } from '../../ui/table/filters.tsx'
import { countedOptions } from '../../ui/words/counted-options.ts'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { none } from '../../ui/words/none.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { People, ReportPage } from './report-page.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import type { Address } from '../../ui/use-address.ts'

const reasons: Record<EmployerReason, { word: string; icon: Icon; tone: Tone }> = {
  misspelt: { word: 'Possibly misspelled', icon: IconTextSpellcheck, tone: 'warn' },
  none: { word: 'Not an employer', icon: IconCircleMinus, tone: 'bad' },
  only_one: { word: 'Only one person', icon: IconUser, tone: 'plain' },
}

const columns: Column<UnknownEmployer>[] = [
  column('employer', 'Employer', (row) => <strong className="name">{row.employer}</strong>, { width: 260 }),
  column(
    'why',
    'Why',
    (row) => {
      const { word, icon, tone } = reasons[row.why]
      return (
        <StateWord icon={icon} tone={tone}>
          {word}
        </StateWord>
      )
    },
    { width: 180 },
  ),
  column('meant', 'Perhaps meant', (row) =>
    row.suggestion === null ? (
      none
    ) : (
      <span className="lines">
        <span>{row.suggestion}</span>
        <span className="fact">{countOf(row.suggestion_people ?? 0, ['person', 'people'])}</span>
      </span>
    ),
  ),
  column('people', 'Who', (row) => <People people={row.people} total={row.count} />),
]

/** Employers that no other record knows. */
export function UnknownEmployersPage() {
  const navigate = useNavigate()
  return (
    <ReportPage
      name="unknown_employers"
      about="Employers spelled almost like a more common one, words that are not employers, and names that only one person has. Correct them in the CRM; the next employment import brings the correction here."
      fileNoun={['person', 'people']}
      searchLabel="Search employers"
      searchHint="Employer"
      renderFilters={({ counts }, address: Address<UnknownEmployersQuery>) => (
        <SegmentFilter
          address={address}
          name="why"
          label="Which employers"
          any="All"
          options={countedOptions(employerReasons, (why) => reasons[why].word, counts)}
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

function emptyOf({ searched_at }: PageData, look: ReactNode): EmptyStateProps {
  const children = 'Employment records are checked every hour.'
  if (searched_at === null) return { icon: IconTextSpellcheck, title: 'Not checked yet', actions: look, children }
  return { icon: IconCircleCheck, tone: 'good', title: 'Every employer is recognized', children }
}
