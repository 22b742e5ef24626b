import type { ApiKey } from '@alumni/shared/staff/api-keys'
import { Button, Group } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClockHour4 } from '@tabler/icons-react'
import { useState } from 'react'
import type { Column } from '../../ui/data-table.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { When } from '../../ui/words/when.tsx'
import { RevokeModal, RotateModal } from './key-modals.tsx'
import { Usage } from './usage.tsx'
import classes from './api-keys.module.css'

export function keyColumns(days: readonly string[]): Column<ApiKey>[] {
  return [
    { id: 'name', header: 'Name', cell: ({ row }) => <Name apiKey={row.original} /> },
    {
      id: 'key',
      header: 'Key',
      meta: { width: 150 },
      cell: ({ row }) => <code className={classes.key}>{row.original.prefix}…</code>,
    },
    { id: 'state', header: 'State', meta: { width: 160 }, cell: ({ row }) => <State apiKey={row.original} /> },
    {
      id: 'used',
      header: 'Last used',
      meta: { width: 150 },
      cell: ({ row }) =>
        row.original.last_used_at ? <When at={row.original.last_used_at} /> : <span className="muted">Never</span>,
    },
    {
      id: 'usage',
      header: 'Last 30 days',
      meta: { width: 200 },
      cell: ({ row }) => <Usage apiKey={row.original} days={days} />,
    },
    { id: 'actions', header: 'Actions', meta: { width: 170 }, cell: ({ row }) => <KeyActions apiKey={row.original} /> },
  ]
}

function Name({ apiKey: { name, owner, created_at, created_by } }: { apiKey: ApiKey }) {
  return (
    <span className="lines">
      <strong>{name}</strong>
      <span className="fact">
        {owner && `${owner} · `}issued <When at={created_at} /> by {created_by}
      </span>
    </span>
  )
}

function State({ apiKey }: { apiKey: ApiKey }) {
  const { revoked_at, revoked_by, previous_prefix, previous_until } = apiKey
  if (revoked_at) {
    return (
      <span className="lines">
        <StateWord icon={IconCircleX} tone="bad">
          Revoked
        </StateWord>
        <span className="fact">
          <When at={revoked_at} /> by {revoked_by}
        </span>
      </span>
    )
  }
  return (
    <span className="lines">
      <StateWord icon={IconCircleCheck} tone="good">
        Active
      </StateWord>
      {previous_until && (
        <span className={`fact ${classes.overlap}`}>
          <IconClockHour4 size={13} stroke={1.8} aria-hidden /> {previous_prefix}… works until{' '}
          {until.format(new Date(previous_until))}
        </span>
      )}
    </span>
  )
}

const until = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' })

function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const [opened, setOpened] = useState<'rotate' | 'revoke' | null>(null)
  if (apiKey.revoked_at) return <span className="muted">–</span>
  const Opened = opened === 'rotate' ? RotateModal : RevokeModal
  return (
    <Group component="span" gap={8}>
      <Button variant="default" size="xs" onClick={() => setOpened('rotate')} aria-label={`Rotate ${apiKey.name}`}>
        Rotate
      </Button>
      <Button variant="default" size="xs" onClick={() => setOpened('revoke')} aria-label={`Revoke ${apiKey.name}`}>
        Revoke
      </Button>
      {opened && <Opened apiKey={apiKey} onClose={() => setOpened(null)} />}
    </Group>
  )
}
