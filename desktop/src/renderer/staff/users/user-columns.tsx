import type { ListedUser, UserState } from '@alumni/shared/staff/users'
import { IconCircleCheck, IconCircleOff, IconMailForward, IconShieldCheck } from '@tabler/icons-react'
import { StateBadge, type StateLabel } from '../../ui/state-badge.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import { roleNames } from '../../domain/session/role-names.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { ShortDate } from '../../ui/format/times.tsx'

export const stateLabels: Record<UserState, StateLabel> = {
  active: { label: 'Active', icon: IconCircleCheck, tone: 'good' },
  invited: { label: 'Invited', icon: IconMailForward, tone: 'accent' },
  deactivated: { label: 'Deactivated', icon: IconCircleOff, tone: 'plain' },
}

export function UserStateBadge({ user }: { user: ListedUser }) {
  return <StateBadge {...stateLabels[user.state]} />
}

export const userColumns: Column<ListedUser>[] = [
  column('name', 'Name', (row) => (
    <span className="lines">
      <strong>{row.name}</strong>
      <span className="fact">{row.email}</span>
    </span>
  )),
  column('role', 'Role', { width: 130 }, (row) => roleNames[row.role]),
  column('state', 'State', { width: 140 }, (row) => <UserStateBadge user={row} />),
  column('seen', 'Last sign-in', { width: 180 }, (row) =>
    row.last_signed_in_at ? <ShortDate date={row.last_signed_in_at} /> : <span className="muted">Never</span>,
  ),
  column('factor', 'Second factor', { width: 130 }, (row) =>
    row.has_second_factor ? (
      <StateBadge icon={IconShieldCheck} tone="good" label="Yes" />
    ) : (
      <span className="muted">No</span>
    ),
  ),
  column('sessions', 'Sessions', { isNumber: true, width: 90 }, (row) => formatNumber(row.sessions)),
]
