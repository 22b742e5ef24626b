import {
  employerReasons,
  type EmployerReason,
  type UnknownEmployer,
  type UnknownEmployersPage as PageData,
  type UnknownEmployersQuery,
} from '@alumni/shared/alumni/reports'
import { SegmentedControl } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleMinus,
  IconSearchOff,
  IconTextSpellcheck,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { none } from '../../ui/words/none.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { LookAgain, LookedFor } from './look-again.tsx'
import { People } from './people.tsx'
import { reportQuery } from './queries.ts'
import { ReportList } from './report-list.tsx'
import classes from './reports.module.css'

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
    cell: ({ row }) => <strong className={classes.breaking}>{row.original.employer}</strong>,
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
        <span className={classes.pair}>
          <span>{original.suggestion}</span>
          <span className={classes.note}>{countOf(original.suggestion_people ?? 0, ['person', 'people'])}</span>
        </span>
      ),
  },
  {
    id: 'people',
    header: 'Who',
    cell: ({ row }) => <People people={row.original.people} total={row.original.count} />,
  },
]

/** Employers that nobody would find again. */
export function UnknownEmployersPage() {
  const search: UnknownEmployersQuery = useSearch({ from: '/shell/settings/reports/unknown_employers' })
  const navigate = useNavigate({ from: '/settings/reports/unknown_employers' })
  const query = useQuery(reportQuery('unknown_employers', search))
  const go = (to: Partial<UnknownEmployersQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  const look = (
    <LookAgain name="unknown_employers" noun={['employer', 'employers']} searchedAt={query.data?.searched_at} />
  )
  const page = query.data
  return (
    <ReportList
      title="Employers nobody knows"
      about={
        <>
          Employers spelt almost like one that more people have, words that name no employer, and names that only one
          person has. Correct them in the CRM: the next employment import brings the correction here.
          <LookedFor at={query.data?.searched_at} />
        </>
      }
      query={query}
      noun={['employer', 'employers']}
      fileNoun={['person', 'people']}
      actions={look}
      search={{ label: 'Search employers', hint: 'Employer', q: search.q }}
      onSearch={go}
      bar={
        page && (
          <>
            <SegmentedControl
              aria-label="Which employers"
              value={search.why ?? ''}
              onChange={(why) => go({ why: (why || undefined) as EmployerReason | undefined })}
              data={[
                { value: '', label: 'All' },
                ...employerReasons.map((value) => ({
                  value,
                  label: `${reasons[value].word} ${count(page.counts[value])}`,
                })),
              ]}
            />
            <span className="muted" role="status">
              {countOf(page.matching, ['employer', 'employers'])}
            </span>
          </>
        )
      }
    >
      {page &&
        (page.employers.length > 0 ? (
          <DataTable
            caption="Employers nobody knows"
            columns={columns}
            rows={page.employers}
            rowKey={({ employer }) => employer}
            onOpen={({ people: [first] }) => first && void navigate({ to: '/alumni/$id', params: { id: first.buid } })}
            isStale={query.isPlaceholderData}
          />
        ) : (
          <NoEmployers page={page} search={search} look={look} />
        ))}
    </ReportList>
  )
}

type NoEmployersProps = { page: PageData; search: UnknownEmployersQuery; look: React.ReactNode }

function NoEmployers({ page, search, look }: NoEmployersProps) {
  if (search.q || search.why)
    return (
      <EmptyState icon={IconSearchOff} title="No employer matches">
        Try fewer letters, or another reason.
      </EmptyState>
    )
  if (page.searched_at === null)
    return (
      <EmptyState icon={IconTextSpellcheck} title="Nobody has looked yet" actions={look}>
        Employment records are looked through every hour.
      </EmptyState>
    )
  return (
    <EmptyState icon={IconCircleCheck} tone="good" title="Every employer is known">
      Employment records are looked through every hour.
    </EmptyState>
  )
}
