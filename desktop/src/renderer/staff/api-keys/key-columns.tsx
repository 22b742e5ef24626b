import { withPeriods } from '@alumni/shared/clock'
import type { ApiKey } from '@alumni/shared/staff/api-keys'
import { IconCircleCheck, IconCircleX, IconClockHour4 } from '@tabler/icons-react'
import { StateBadge } from '../../ui/state-badge.tsx'
import { ShortDate } from '../../ui/format/times.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'

export const keyColumns: Column<ApiKey>[] = [
  column('name', 'Name', (row) => <NameCell apiKey={row} />),
  column('key', 'Key', { width: 150 }, (row) => <code>{row.prefix}…</code>),
  column('state', 'State', { width: 160 }, (row) => <StateCell apiKey={row} />),
  column('used', 'Last used', { width: 150 }, (row) =>
    row.last_used_at ? <ShortDate date={row.last_used_at} /> : <span className="muted">Never</span>,
  ),
]

function NameCell({ apiKey: { name, owner, created_at, created_by } }: { apiKey: ApiKey }) {
  return (
    <span className="lines">
      <strong>{name}</strong>
      <span className="fact">
        {owner && `${owner} · `}issued <ShortDate date={created_at} /> by {created_by}
      </span>
    </span>
  )
}

function StateCell({ apiKey }: { apiKey: ApiKey }) {
  const { revoked_at, revoked_by, previous_prefix, previous_until, older } = apiKey
  if (revoked_at) {
    return (
      <span className="lines">
        <StateBadge icon={IconCircleX} tone="bad" label="Revoked" />
        <span className="fact">
          <ShortDate date={revoked_at} /> by {revoked_by}
        </span>
      </span>
    )
  }
  return (
    <span className="lines">
      <StateBadge icon={IconCircleCheck} tone="good" label="Active" />
      {previous_until && <Overlap prefix={previous_prefix!} until={previous_until} />}
      {older.map((key) => (
        <Overlap key={key.prefix} {...key} />
      ))}
    </span>
  )
}

function Overlap({ prefix, until }: ApiKey['older'][number]) {
  return (
    <span className="fact">
      <IconClockHour4 size={13} stroke={1.8} aria-hidden /> {prefix}… works until{' '}
      {withPeriods(untilTime.format(new Date(until)))}
    </span>
  )
}

const untilTime = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' })
