import type { CrmConflict } from '@alumni/shared/exchange/crm'
import { useNavigate } from '@tanstack/react-router'
import { DataTable } from '../../ui/data-table.tsx'
import { conflictColumns } from './conflict-columns.tsx'
import { useResolve, useUndoSettlement } from './actions.ts'

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
