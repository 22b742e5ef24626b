import { fieldLabel } from '@alumni/shared/alumni/record'
import type { CrmChange, CrmConflict } from '@alumni/shared/exchange/crm'
import { useState } from 'react'
import { notifyError } from '../../ui/notify.tsx'
import type { Selection } from '../../ui/table/table-selection.tsx'
import { useAddress } from '../../ui/use-address.ts'

/** Returns the rows that are chosen for an action, and the selection of their table; another address chooses none. */
export function useChosenRows<Row extends CrmChange | CrmConflict>() {
  const address = JSON.stringify(useAddress().search)
  const [state, setState] = useState<{ address: string; rows: readonly Row[] }>({ address, rows: [] })
  const chosen = state.address === address ? state.rows : []
  const setChosen = (rows: readonly Row[]) => setState({ address, rows })
  const without = (rows: readonly Row[]) => chosen.filter(({ id }) => rows.every((row) => row.id !== id))
  const selection: Selection<Row> = {
    selectedKeys: new Set(chosen.map(({ id }) => String(id))),
    label: ({ field, name, buid }) => `Choose ${fieldLabel(field)} of ${name || buid}`,
    onSelect: (rows, isChosen) => setChosen(isChosen ? [...without(rows), ...rows] : without(rows)),
    onClear: () => setChosen([]),
  }
  return { chosen, selection }
}

/** Shows the reasons of the first rows for which an action on many was refused. */
export function notifyRefused(title: string, refused: { name: string; error: string }[]): void {
  if (refused.length === 0) return
  const words = refused.slice(0, 3).map(({ name, error }) => `${name}: ${error}`)
  if (refused.length > 3) words.push(`And ${refused.length - 3} more.`)
  notifyError(title, new Error(words.join(' ')))
}
