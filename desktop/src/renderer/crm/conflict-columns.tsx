import { fieldName } from '@alumni/shared/alumni'
import type { CrmConflict, Keep } from '@alumni/shared/crm'
import { Button, Checkbox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { sayValue } from '../alumni/history-changes.ts'
import { PersonLink } from '../alumni/person-link.tsx'
import type { Column } from '../shell/data-table.tsx'
import { Value } from '../words/before-after.tsx'
import { When } from '../words/when.tsx'
import classes from './conflict-columns.module.css'

type ConflictColumns = {
  isChosen: (conflict: CrmConflict) => boolean
  onChoose: (conflict: CrmConflict, isChosen: boolean) => void
  /** Being settled at the moment. */
  isBusy: (conflict: CrmConflict) => boolean
  onResolve: (conflict: CrmConflict, keep: Keep) => void
}

/** The person, the field, and the two values side by side; each has its own button. */
export function conflictColumns({ isChosen, onChoose, isBusy, onResolve }: ConflictColumns): Column<CrmConflict>[] {
  return [
    {
      id: 'choose',
      header: 'Choose',
      meta: { width: 44 },
      cell: ({ row: { original: conflict } }) =>
        conflict.resolution === null && (
          <Checkbox size="xs" aria-label={`Choose ${fieldName(conflict.field)} of ${conflict.name || conflict.buid}`} checked={isChosen(conflict)} onChange={(event) => onChoose(conflict, event.currentTarget.checked)} />
        ),
    },
    { id: 'name', header: 'Name', meta: { width: 240 }, cell: ({ row }) => <PersonLink buid={row.original.buid} name={row.original.name} /> },
    { id: 'field', header: 'Field', meta: { width: 130 }, cell: ({ row }) => fieldName(row.original.field) },
    {
      id: 'ours',
      header: 'Ours',
      cell: ({ row: { original: conflict } }) => (
        <Side conflict={conflict} keep="ours" action="Keep ours" isBusy={isBusy(conflict)} onResolve={onResolve}>
          {conflict.resolution === null && conflict.current !== conflict.ours && (
            <span className={classes.since}>
              Changed since, to <Value text={sayValue(conflict.field, conflict.current)} />
            </span>
          )}
          {conflict.made_by && <span className={classes.fact}>by {conflict.made_by}</span>}
        </Side>
      ),
    },
    {
      id: 'theirs',
      header: 'The CRM says',
      cell: ({ row: { original: conflict } }) => <Side conflict={conflict} keep="theirs" action="Take the CRM’s" isBusy={isBusy(conflict)} onResolve={onResolve} />,
    },
    {
      id: 'when',
      header: 'Noted',
      meta: { width: 190 },
      cell: ({ row: { original: conflict } }) => (
        <span className={classes.noted}>
          <When at={conflict.created_at} />
          <span className={classes.fact}>import {conflict.batch_id}</span>
          {conflict.resolved_at && (
            <span className={classes.fact}>
              settled by {conflict.resolved_by ?? 'the CRM'}, <When at={conflict.resolved_at} />
            </span>
          )}
        </span>
      ),
    },
  ]
}

type SideProps = { conflict: CrmConflict; keep: Keep; action: string; isBusy: boolean; onResolve: (conflict: CrmConflict, keep: Keep) => void; children?: React.ReactNode }

function Side({ conflict, keep, action, isBusy, onResolve, children }: SideProps) {
  const { resolution, field, name, buid } = conflict
  const isLost = keep === 'theirs' && conflict.current !== conflict.ours && conflict.current !== conflict.theirs
  return (
    <div className={classes.side} data-kept={resolution === keep || undefined} data-dropped={(resolution !== null && resolution !== keep) || undefined}>
      <span className={classes.value}>
        {resolution === keep && <IconCheck size={15} stroke={2} role="img" aria-label="Kept:" />}
        <Value text={sayValue(field, conflict[keep])} />
      </span>
      {children}
      {resolution === null && (
        <Button variant="default" size="compact-sm" disabled={isLost || isBusy} onClick={() => onResolve(conflict, keep)} aria-label={`${action}: ${fieldName(field)} of ${name || buid}`}>
          {action}
        </Button>
      )}
    </div>
  )
}
