import {
  bounceReasons,
  bounceWords,
  type BouncedLettersQuery,
  type BouncedPerson,
  type BounceReason,
} from '@alumni/shared/alumni/reports'
import { Button, SegmentedControl } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClock,
  IconMailCheck,
  IconMailOff,
  IconPlugOff,
  IconSearchOff,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { Breakable } from '../../ui/words/breakable.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { reportQuery } from './queries.ts'
import { ReportList } from './report-list.tsx'
import classes from './reports.module.css'

const looks: Record<BounceReason, { icon: Icon; tone: Tone }> = {
  refused: { icon: IconMailOff, tone: 'bad' },
  later: { icon: IconClock, tone: 'warn' },
  unreachable: { icon: IconPlugOff, tone: 'warn' },
  unwritten: { icon: IconAlertTriangle, tone: 'bad' },
}

const columns: Column<BouncedPerson>[] = [
  { id: 'who', header: 'Who', meta: { width: 260 }, cell: ({ row }) => <Who person={row.original} /> },
  {
    id: 'why',
    header: 'Why, and what to do',
    cell: ({ row: { original } }) => (
      <span className={classes.pair} title={original.failure}>
        <StateWord {...looks[original.why]}>{bounceWords[original.why].title}</StateWord>
        <span className={`${classes.note} ${classes.advice}`}>{bounceWords[original.why].advice}</span>
      </span>
    ),
  },
  {
    id: 'letters',
    header: 'Letters',
    meta: { width: 240 },
    cell: ({ row: { original } }) => (
      <span className={classes.pair}>
        <span>{original.about.join(', ')}</span>
        <span className={classes.note}>
          {countOf(original.letters, ['letter', 'letters'])}
          {original.waiting > 0 &&
            `, ${count(original.waiting)} tried again by ${original.waiting === 1 ? 'itself' : 'themselves'}`}
        </span>
      </span>
    ),
  },
  { id: 'last', header: 'Last', meta: { width: 150 }, cell: ({ row }) => <When at={row.original.last_at} /> },
]

function Who({ person: { kind, id, name, email } }: { person: BouncedPerson }) {
  if (kind === 'nobody') return <span className="muted">Somebody whose record is gone</span>
  return (
    <span className={classes.pair}>
      {kind === 'signup' ? (
        <Link to="/champion_signups/$id" params={{ id: String(id) }} className={classes.name}>
          {name || 'No name'}
        </Link>
      ) : (
        <span>
          <strong className={classes.breaking}>{name}</strong> <span className={classes.note}>staff</span>
        </span>
      )}
      {email && (
        <span className={classes.breaking}>
          <Breakable text={email} />
        </span>
      )}
    </span>
  )
}

/** Letters that did not arrive, by person. */
export function BouncedLettersPage() {
  const search: BouncedLettersQuery = useSearch({ from: '/shell/settings/reports/bounced_letters' })
  const navigate = useNavigate({ from: '/settings/reports/bounced_letters' })
  const query = useQuery(reportQuery('bounced_letters', search))
  const go = (to: Partial<BouncedLettersQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  const isFiltered = Boolean(search.q ?? search.why)
  const page = query.data
  return (
    <ReportList
      title="Bounced letters"
      about="People to whom letters of the last 30 days did not arrive. The address is the one on file today: to which one a letter went is not kept. What a mail server takes and sends back later by e-mail is not known here."
      query={query}
      noun={['person', 'people']}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/settings/letters" {...props} />}>
          All letters
        </Button>
      }
      search={{ label: 'Search by name, address or BUID', hint: 'Name, address or BUID', q: search.q }}
      onSearch={go}
      bar={
        page && (
          <>
            <SegmentedControl
              aria-label="Which letters"
              value={search.why ?? ''}
              onChange={(why) => go({ why: (why || undefined) as BounceReason | undefined })}
              data={[
                { value: '', label: 'All' },
                ...bounceReasons.map((value) => ({
                  value,
                  label: `${bounceWords[value].title} ${count(page.counts[value])}`,
                })),
              ]}
            />
            <span className="muted" role="status">
              {countOf(page.matching, ['person', 'people'])}
            </span>
          </>
        )
      }
    >
      {page &&
        (page.people.length > 0 ? (
          <DataTable
            caption="Bounced letters"
            columns={columns}
            rows={page.people}
            rowKey={({ kind, id }) => `${kind} ${id}`}
            onOpen={({ kind, id }) =>
              kind === 'signup' && void navigate({ to: '/champion_signups/$id', params: { id: String(id) } })
            }
            isStale={query.isPlaceholderData}
          />
        ) : (
          <EmptyState
            icon={isFiltered ? IconSearchOff : IconMailCheck}
            tone={isFiltered ? 'plain' : 'good'}
            title={isFiltered ? 'Nobody matches' : 'Every letter has arrived at its mail server'}
          >
            {isFiltered ? 'Try fewer letters, or another reason.' : 'A letter that is refused appears here at once.'}
          </EmptyState>
        ))}
    </ReportList>
  )
}
