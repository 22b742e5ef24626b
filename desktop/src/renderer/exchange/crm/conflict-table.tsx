import { fieldName } from '@alumni/shared/alumni/record'
import type { CrmConflict, Keep } from '@alumni/shared/exchange/crm'
import { Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useNavigate, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PersonLink } from '../../domain/people/person-link.tsx'
import { useResolve, useUndoSettlement } from './actions.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Value } from '../../ui/words/before-after.tsx'
import { sayValue } from '../../ui/words/say-value.ts'
import { When } from '../../ui/words/when.tsx'
import classes from './crm.module.css'

type ConflictTableProps = {
  conflicts: CrmConflict[]
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  isStale: boolean
}

export function ConflictTable({ conflicts, chosen, onChoose, isStale }: ConflictTableProps) {
  const navigate = useNavigate()
  const resolve = useResolve()
  const undo = useUndoSettlement()
  const columns = conflictColumns({
    isChosen: ({ id }) => chosen.has(id),
    onChoose: ({ id }, isChosen) =>
      onChoose(new Set(isChosen ? [...chosen, id] : [...chosen].filter((other) => other !== id))),
    isBusy: ({ id }) => resolve.isPending && resolve.variables.conflict.id === id,
    onUndo: undo.mutate,
    onResolve(conflict, keep) {
      onChoose(new Set([...chosen].filter((id) => id !== conflict.id)))
      resolve.mutate({ conflict, keep })
    },
  })
  return (
    <DataTable
      caption="CRM conflicts"
      columns={columns}
      rows={conflicts}
      rowKey={({ id }) => String(id)}
      onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
      isStale={isStale}
    />
  )
}

type ConflictColumns = {
  isChosen: (conflict: CrmConflict) => boolean
  onChoose: (conflict: CrmConflict, isChosen: boolean) => void
  /** Being settled at the moment. */
  isBusy: (conflict: CrmConflict) => boolean
  onResolve: (conflict: CrmConflict, keep: Keep) => void
  onUndo: (url: string) => void
}

/** The person, the field, the two values side by side, and the choice between them. */
function conflictColumns({ isChosen, onChoose, isBusy, onResolve, onUndo }: ConflictColumns): Column<CrmConflict>[] {
  return [
    {
      id: 'choose',
      header: 'Choose',
      meta: { width: 44 },
      cell: ({ row: { original: conflict } }) =>
        conflict.resolution === null && (
          <Checkbox
            size="sm"
            radius={4}
            aria-label={`Choose ${fieldName(conflict.field)} of ${conflict.name || conflict.buid}`}
            checked={isChosen(conflict)}
            onChange={(event) => onChoose(conflict, event.currentTarget.checked)}
          />
        ),
    },
    {
      id: 'name',
      header: 'Name',
      meta: { width: 220 },
      cell: ({ row }) => <PersonLink buid={row.original.buid} name={row.original.name} />,
    },
    { id: 'field', header: 'Field', meta: { width: 120 }, cell: ({ row }) => fieldName(row.original.field) },
    {
      id: 'ours',
      header: 'Ours',
      cell: ({ row: { original: conflict } }) => (
        <Side conflict={conflict} keep="ours">
          {conflict.made_by && conflict.made_at && (
            <>
              <When at={conflict.made_at} /> by {conflict.made_by}
            </>
          )}
        </Side>
      ),
    },
    {
      id: 'theirs',
      header: 'The CRM says',
      cell: ({ row: { original: conflict } }) => (
        <Side conflict={conflict} keep="theirs">
          <When at={conflict.read_at} />,{' '}
          <Link
            to="/settings/imports/$type/batches/$id"
            params={{ type: 'contacts', id: String(conflict.batch_id) }}
            search={{ page: 1 }}
          >
            import {conflict.batch_id}
          </Link>
          , {conflict.file_name}
        </Side>
      ),
    },
    {
      id: 'actions',
      header: 'Which is right?',
      meta: { width: 230 },
      cell: ({ row: { original: conflict } }) =>
        conflict.resolution === null ? (
          <Choice conflict={conflict} isBusy={isBusy(conflict)} onResolve={onResolve} />
        ) : (
          <Settled conflict={conflict} onUndo={onUndo} />
        ),
    },
  ]
}

function Side({ conflict, keep, children }: { conflict: CrmConflict; keep: Keep; children: ReactNode }) {
  const { resolution, field } = conflict
  return (
    <div className={classes.side} data-dropped={(resolution !== null && resolution !== keep) || undefined}>
      <span className={classes.value}>
        <Value text={sayValue(field, conflict[keep])} />
      </span>
      <span className={classes.conflictColumnsFact}>{children}</span>
    </div>
  )
}

function Choice({
  conflict,
  isBusy,
  onResolve,
}: {
  conflict: CrmConflict
  isBusy: boolean
  onResolve: ConflictColumns['onResolve']
}) {
  const { field, name, buid, ours, theirs, current } = conflict
  const isChangedSince = current !== ours && current !== theirs
  const button = (keep: Keep, words: string, isOff = false) => (
    <Button
      variant="default"
      size="compact-sm"
      disabled={isOff || isBusy}
      onClick={() => onResolve(conflict, keep)}
      aria-label={`${words}: ${fieldName(field)} of ${name || buid}`}
    >
      {words}
    </Button>
  )
  return (
    <div className={classes.choice}>
      {button('ours', 'Keep ours')}
      {button('theirs', 'Take the CRM’s', isChangedSince)}
      {isChangedSince && (
        <span className={classes.since}>
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
          Changed here since, to <Value text={sayValue(field, current)} />
        </span>
      )}
    </div>
  )
}

function Settled({ conflict, onUndo }: { conflict: CrmConflict } & Pick<ConflictColumns, 'onUndo'>) {
  const { resolution, resolved_by, resolved_at, field, name, buid, links } = conflict
  return (
    <div className={classes.side}>
      <span className={classes.settled}>
        <IconCheck size={15} stroke={2} aria-hidden />
        {resolution === 'ours' ? 'Kept ours' : 'Took the CRM’s'}
      </span>
      <span className={classes.conflictColumnsFact}>
        {resolved_by ?? 'The CRM shows ours by now'}
        {resolved_at && (
          <>
            , <When at={resolved_at} />
          </>
        )}
      </span>
      {links.undo && (
        <span className={classes.conflictColumnsUndo}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={14} stroke={1.8} aria-hidden />}
            onClick={() => onUndo(links.undo!)}
            aria-label={`Undo: ${fieldName(field)} of ${name || buid}`}
          >
            Undo
          </Button>
        </span>
      )}
    </div>
  )
}
