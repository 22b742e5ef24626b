import { fieldLabel } from '@alumni/shared/alumni/record'
import { crmConflict, type CrmConflict, type ConflictSide } from '@alumni/shared/exchange/crm'
import { Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { post } from '../../http.ts'
import { PersonLink } from '../../domain/people/person-link.tsx'
import { Button } from '../../ui/button.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Value } from '../../ui/format/before-after.tsx'
import { formatValue } from '../../ui/format/format-value.ts'
import { ShortDate } from '../../ui/format/times.tsx'
import { batchPage } from '../imports/queries.ts'
import { conflictsUrl, invalidates } from './queries.ts'

/** `onResolve` is called before a decision is sent. */
export function buildConflictColumns(onResolve: (conflict: CrmConflict) => void): Column<CrmConflict>[] {
  const renderDecision = (conflict: CrmConflict) =>
    conflict.resolution === null ? (
      <ResolveButtons conflict={conflict} onResolve={onResolve} />
    ) : (
      <ResolutionCell conflict={conflict} />
    )
  return [...columns, column('actions', 'Which is right?', { width: 230 }, renderDecision)]
}

const columns: Column<CrmConflict>[] = [
  column('name', 'Name', { width: 220 }, (row) => <PersonLink buid={row.buid} name={row.name} />),
  column('field', 'Field', { width: 120 }, (row) => fieldLabel(row.field)),
  column('ours', 'Ours', (conflict) => (
    <ValueCell conflict={conflict} keep="ours">
      {conflict.made_by && conflict.made_at && (
        <>
          <ShortDate date={conflict.made_at} /> by {conflict.made_by}
        </>
      )}
    </ValueCell>
  )),
  column('theirs', 'CRM value', (conflict) => (
    <ValueCell conflict={conflict} keep="theirs">
      <ShortDate date={conflict.read_at} />,{' '}
      <Link {...batchPage({ type: 'contacts', id: conflict.batch_id })}>import {conflict.batch_id}</Link>,{' '}
      {conflict.file_name}
    </ValueCell>
  )),
]

function ValueCell({ conflict, keep, children }: { conflict: CrmConflict; keep: ConflictSide; children: ReactNode }) {
  const { resolution, field } = conflict
  const isReplaced = resolution !== null && resolution !== keep
  return (
    <div className="lines">
      <Text component="span" fw={500} className="quote" {...(isReplaced && { td: 'line-through', c: 'dimmed' })}>
        <Value text={formatValue(field, conflict[keep])} />
      </Text>
      <span className="note">{children}</span>
    </div>
  )
}

/** Toast topic: a newer toast about a conflict replaces the older one. */
const topic = ({ id }: CrmConflict) => `conflict ${id}`

export function useReopen() {
  return useAction((url: string) => post(url, crmConflict), {
    invalidates,
    successNotice: (conflict) => ({
      topic: topic(conflict),
      title: 'Undone',
      message: `${fieldLabel(conflict.field)} of ${conflict.name || conflict.buid} is waiting for a decision again.`,
    }),
  })
}

type ResolveButtonsProps = { conflict: CrmConflict; onResolve: (conflict: CrmConflict) => void }

function ResolveButtons({ conflict, onResolve }: ResolveButtonsProps) {
  const { id, field, name, buid, ours, theirs, current } = conflict
  const undo = useReopen()
  const resolve = useAction((keep: ConflictSide) => post(`${conflictsUrl}/${id}`, crmConflict, { keep, theirs }), {
    invalidates,
    successNotice: ({ links }, keep) => ({
      topic: topic(conflict),
      title: keep === 'ours' ? 'Our value is kept' : 'The CRM’s value is used',
      message: `${fieldLabel(field)} of ${name || buid} is resolved.`,
      onUndo: () => links.undo && undo.mutate(links.undo),
    }),
  })
  const isChangedSince = current !== ours && current !== theirs
  const renderButton = (keep: ConflictSide, label: string, isDisabled = false) => (
    <Button
      variant="default"
      size="compact-sm"
      disabled={isDisabled || resolve.isPending}
      onClick={() => {
        onResolve(conflict)
        resolve.mutate(keep)
      }}
      aria-label={`${label}: ${fieldLabel(field)} of ${name || buid}`}
    >
      {label}
    </Button>
  )
  return (
    <Group gap={6}>
      {renderButton('ours', 'Keep ours')}
      {renderButton('theirs', 'Use the CRM’s', isChangedSince)}
      {isChangedSince && (
        <span className="note warning">
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
          Changed here since, to <Value text={formatValue(field, current)} />
        </span>
      )}
    </Group>
  )
}

function ResolutionCell({ conflict }: { conflict: CrmConflict }) {
  const { resolution, resolved_by, resolved_at } = conflict
  return (
    <div className="lines">
      <StateBadge icon={IconCheck} tone="good" label={resolution === 'ours' ? 'Kept ours' : 'Used the CRM’s'} />
      <span className="note">
        {resolved_by ?? 'The CRM now has our value'}
        {resolved_at && (
          <>
            , <ShortDate date={resolved_at} />
          </>
        )}
      </span>
    </div>
  )
}
