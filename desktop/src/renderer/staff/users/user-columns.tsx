import type { ListedUser, UserState } from '@alumni/shared/staff/users'
import { IconCircleCheck, IconCircleOff, IconMailForward, IconShieldCheck, type Icon } from '@tabler/icons-react'
import type { Column } from '../../ui/data-table.tsx'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { none } from '../../ui/words/none.tsx'
import { count } from '../../ui/words/numbers.ts'
import { roleNames } from '../../domain/session/role-names.ts'
import { When } from '../../ui/words/when.tsx'

export const stateWords: Record<UserState, { word: string; icon: Icon; tone: Tone }> = {
  active: { word: 'Active', icon: IconCircleCheck, tone: 'good' },
  invited: { word: 'Invited', icon: IconMailForward, tone: 'accent' },
  deactivated: { word: 'Deactivated', icon: IconCircleOff, tone: 'plain' },
}

export function StateOf({ user }: { user: ListedUser }) {
  const { word, icon, tone } = stateWords[user.state]
  return (
    <StateWord icon={icon} tone={tone}>
      {word}
    </StateWord>
  )
}

export const userColumns: Column<ListedUser>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ row }) => (
      <span className="lines">
        <strong>{row.original.name}</strong>
        <span className="fact">{row.original.email}</span>
      </span>
    ),
  },
  { id: 'role', header: 'Role', meta: { width: 130 }, cell: ({ row }) => roleNames[row.original.role] },
  { id: 'state', header: 'State', meta: { width: 140 }, cell: ({ row }) => <StateOf user={row.original} /> },
  {
    id: 'seen',
    header: 'Last sign-in',
    meta: { width: 180 },
    cell: ({ row }) =>
      row.original.last_signed_in_at ? (
        <When at={row.original.last_signed_in_at} />
      ) : (
        <span className="muted">Never</span>
      ),
  },
  {
    id: 'factor',
    header: 'Second factor',
    meta: { width: 130 },
    cell: ({ row }) =>
      row.original.has_second_factor ? (
        <StateWord icon={IconShieldCheck} tone="good">
          Yes
        </StateWord>
      ) : (
        <span className="muted">No</span>
      ),
  },
  {
    id: 'sessions',
    header: 'Sessions',
    meta: { isNumber: true, width: 90 },
    cell: ({ row }) => (row.original.sessions > 0 ? count(row.original.sessions) : none),
  },
]
