import type { RecordedList } from '@alumni/shared/alumni/recorded-lists'
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../ui/format/days.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { ShortDate } from '../../ui/format/times.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'

export const recordedListColumns: Column<RecordedList>[] = [
  column('what', 'Event', (row) => <EventCell list={row} />),
  column('recorded', 'Recorded', { width: 230 }, (list) => (
    <span className="lines">
      <span>{formatCount(list.inserted, ['engagement', 'engagements'])}</span>
      {(list.already_recorded > 0 || list.failed > 0) && (
        <span className="fact">
          {[
            list.already_recorded > 0 && `${formatNumber(list.already_recorded)} already had it`,
            list.failed > 0 && `${formatNumber(list.failed)} in error`,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      )}
    </span>
  )),
  column('by', 'By', { width: 220 }, (list) => (
    <span className="lines">
      <span>{list.by}</span>
      <span className="fact">
        {list.is_system && 'API key · '}
        {list.source && list.source !== list.by && `${list.source} · `}
        <ShortDate date={list.recorded_at} />
      </span>
    </span>
  )),
  column('state', 'State', { width: 200 }, (list) =>
    list.undone_at ? (
      <span className="lines">
        <span>Undone: {formatCount(list.deleted, ['engagement', 'engagements'])}</span>
        <span className="fact">
          by {list.undone_by} · <ShortDate date={list.undone_at} />
        </span>
      </span>
    ) : (
      <span className="fact">{list.inserted === 0 ? 'Nothing was recorded' : 'On file'}</span>
    ),
  ),
]

function EventCell({ list: { what: engagements, kinds, undone_at } }: { list: RecordedList }) {
  const [first, ...others] = engagements
  if (!first) return <span className="fact">Nothing</span>
  return (
    <span className="lines">
      <Text component="strong" fw={600} {...(undone_at && { td: 'line-through', c: 'var(--ink-soft)' })}>
        {first.description || first.activity}
      </Text>
      <span className="fact">
        {first.description && `${first.activity} · `}
        {formatDay(first.day)}
        {first.description && !undone_at && (
          <>
            {' · '}
            <Link
              to="/alumni_search"
              search={{ event: first.description, engaged_from: first.day, engaged_to: first.day }}
              aria-label={`See the people: ${first.description}, ${formatDay(first.day)}`}
            >
              See the people
            </Link>
          </>
        )}
      </span>
      {kinds > 1 && (
        <span className="fact">
          {others.map(({ description, activity, day }) => `${description || activity}, ${formatDay(day)}`).join('; ')}
          {kinds > engagements.length && `; and ${formatNumber(kinds - engagements.length)} more`}
        </span>
      )}
    </span>
  )
}
