import { canMoveRsvp, attendances, rsvpStatuses, type Attendance } from '@alumni/shared/publications/content'
import type { RsvpRow, RsvpsQuery, StaffEventPage } from '@alumni/shared/publications/staff-events'
import { IconInbox, IconSearchOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChoiceBar } from '../../domain/publications/choice-bar.tsx'
import { useRowLetters } from '../../domain/publications/use-row-letters.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { useMark } from './queries.ts'
import { rsvpColumns } from './rsvp-columns.tsx'
import { statusWords } from './words.ts'

type RsvpsProps = { page: StaffEventPage; search: RsvpsQuery; isStale: boolean }

/** Who comes, who waits, and from the day of the event on who came. */
export function Rsvps({ page, search, isStale }: RsvpsProps) {
  const { event, rsvps, status } = page
  const { counts, can_mark } = event
  const navigate = useNavigate({ from: '/champion_signups/events/$id' })
  const mark = useMark(event.id)
  const go = (to: Partial<RsvpsQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  function say({ id, status: seen }: RsvpRow, attendance: Attendance) {
    if (can_mark && canMoveRsvp(seen, attendances[attendance])) mark.mutate({ ids: [id], attendance, seen })
  }
  useRowLetters(rsvps, {
    a: (row) => say(row, 'attended'),
    m: (row) => say(row, 'absent'),
    u: (row) => say(row, 'going'),
  })
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const expected = counts.going + counts.attended + counts.absent
  const choices = [
    ...(can_mark ? [{ value: 'expected' as const, label: `Expected ${count(expected)}` }] : []),
    ...rsvpStatuses
      .filter((value) => counts[value] > 0 || value === 'going' || value === status)
      .map((value) => ({
        value,
        label: `${can_mark && value === 'going' ? 'Not marked' : statusWords[value].word} ${count(counts[value])}`,
      })),
    { value: 'all' as const, label: `All ${count(all)}` },
  ]
  if (all === 0)
    return (
      <EmptyState icon={IconInbox} title="Nobody has answered yet">
        {event.state === 'draft' || event.state === 'scheduled'
          ? 'Champions see it, and can say that they come, once it is published.'
          : 'Answers appear here as they come. Each person gets a letter at once.'}
      </EmptyState>
    )
  return (
    <PagedList
      page={page}
      onPage={(to) => go({ page: to })}
      search={{
        label: 'Search answers by name or e-mail',
        hint: 'Name or e-mail',
        q: search.q,
        onFind: (q) => go({ q }, true),
      }}
      bar={
        <>
          <h2>{can_mark ? 'Attendance' : 'Answers'}</h2>
          <ChoiceBar label="Which answers" choices={choices} value={status} onChoose={(to) => go({ status: to })} />
          <span className="muted" role="status">
            {search.q && countOf(page.matching, ['answer', 'answers'])}
          </span>
        </>
      }
    >
      {rsvps.length > 0 ? (
        <DataTable
          caption="Answers"
          columns={rsvpColumns(can_mark ? say : null, mark.isPending ? mark.variables : undefined)}
          rows={rsvps}
          rowKey={({ id }) => String(id)}
          onOpen={({ signup_id }) =>
            signup_id !== null && void navigate({ to: '/champion_signups/$id', params: { id: String(signup_id) } })
          }
          isStale={isStale}
        />
      ) : (
        <EmptyState
          icon={search.q ? IconSearchOff : IconInbox}
          title={search.q ? 'No answer matches' : 'No such answers'}
        >
          {search.q ? 'Try fewer letters, or look among all answers.' : 'Look among the others.'}
        </EmptyState>
      )}
    </PagedList>
  )
}
