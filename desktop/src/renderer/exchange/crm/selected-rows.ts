import { fieldLabel } from '@alumni/shared/alumni/record'
import type { CrmChange, CrmConflict } from '@alumni/shared/exchange/crm'
import { useState } from 'react'
import { notifyError } from '../../ui/notify.tsx'
import type { Selection } from '../../ui/table/table-selection.tsx'
import { useAddress } from '../../ui/use-address.ts'

/** A new query in the URL clears the selection. */
export function useSelectedRows<Row extends CrmChange | CrmConflict>() {
  const query = JSON.stringify(useAddress().search)
  const [state, setState] = useState<{ query: string; rows: readonly Row[] }>({ query, rows: [] })
  const selected = state.query === query ? state.rows : []
  const setSelected = (rows: readonly Row[]) => setState({ query, rows })
  const exclude = (rows: readonly Row[]) => selected.filter(({ id }) => rows.every((row) => row.id !== id))
  const selection: Selection<Row> = {
    selectedKeys: new Set(selected.map(({ id }) => String(id))),
    label: ({ field, name, buid }) => `Choose ${fieldLabel(field)} of ${name || buid}`,
    onSelect: (rows, isSelected) => setSelected(isSelected ? [...exclude(rows), ...rows] : exclude(rows)),
    onClear: () => setSelected([]),
  }
  return { selected, selection }
}

export function notifyRefused(title: string, refused: { name: string; error: string }[]): void {
  if (refused.length === 0) return
  const lines = refused.slice(0, 3).map(({ name, error }) => `${name}: ${error}`)
  if (refused.length > 3) lines.push(`And ${refused.length - 3} more.`)
  notifyError(title, new Error(lines.join(' ')))
}
