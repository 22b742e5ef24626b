import { fieldLabel } from '@alumni/shared/alumni/record'
import type { CrmChange, CrmChangeStatus } from '@alumni/shared/exchange/crm'
import { Box } from '@mantine/core'
import { IconArrowsDiff, IconCircleCheck, IconClock, IconIdOff, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { PersonLink } from '../../domain/people/person-link.tsx'
import { StateBadge, type StateLabel } from '../../ui/state-badge.tsx'
import { BeforeAfter } from '../../ui/format/before-after.tsx'
import { formatValue } from '../../ui/format/format-value.ts'
import { ShortDate } from '../../ui/format/times.tsx'
import { formatWaitingTime } from './waiting-notices.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'

export const statusLabels: Record<CrmChangeStatus, StateLabel> = {
  pending: { label: 'Pending', icon: IconClock, tone: 'warn' },
  exported: { label: 'Exported', icon: IconSend, tone: 'accent' },
  verified: { label: 'Verified', icon: IconCircleCheck, tone: 'good' },
}

export const changeColumns: Column<CrmChange>[] = [
  column('name', 'Name', { width: 210 }, (row) => <PersonLink buid={row.buid} name={row.name} />),
  column('change', 'Change', (change) => (
    <Box component="span" className="lines" miw={{ sm: 230 }}>
      <span className="note">{fieldLabel(change.field)}</span>
      <BeforeAfter before={formatValue(change.field, change.before)} after={formatValue(change.field, change.after)} />
      <Blockers change={change} />
    </Box>
  )),
  column('made', 'Made', { width: 150 }, (row) => (
    <span className="lines">
      <ShortDate date={row.created_at} />
      <span className="note">by {row.made_by}</span>
    </span>
  )),
  column('status', 'State', { width: 170 }, (row) => <StatusCell change={row} />),
]

function Blockers({ change: { buid, status, has_crm_id, is_contradicted } }: { change: CrmChange }) {
  return (
    <>
      {is_contradicted && (
        <span className="note warning">
          <IconArrowsDiff size={14} stroke={1.8} aria-hidden />
          <Link to="/settings/crm/conflicts" search={{ q: buid, page: 1 }}>
            The CRM has another value
          </Link>
        </span>
      )}
      {status === 'pending' && !has_crm_id && (
        <span className="note warning">
          <IconIdOff size={14} stroke={1.8} aria-hidden />
          No CRM ID, so the loader cannot find this person
        </span>
      )}
    </>
  )
}

function StatusCell({ change }: { change: CrmChange }) {
  const { status, created_at, exported_at, export_batch_id, verified_at, verified_by_batch_id } = change
  const { label, icon, tone } = statusLabels[status]
  return (
    <span className="lines">
      <StateBadge icon={icon} tone={tone} label={label} />
      {status === 'pending' && <WaitingFor since={created_at} label="for" />}
      {status === 'exported' && exported_at && (
        <>
          <span className="note">
            <ShortDate date={exported_at} />, export {export_batch_id}
          </span>
          <WaitingFor since={exported_at} label="not confirmed for" />
        </>
      )}
      {status === 'verified' && verified_at && (
        <span className="note">
          <ShortDate date={verified_at} />, import {verified_by_batch_id}
        </span>
      )}
    </span>
  )
}

function WaitingFor({ since, label }: { since: string; label: string }) {
  const time = formatWaitingTime(since)
  return (
    time && (
      <span className="note">
        {label} {time}
      </span>
    )
  )
}
