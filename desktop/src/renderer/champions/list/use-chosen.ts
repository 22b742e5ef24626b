import type { ListedSignup } from '@alumni/shared/champions/staff-list'
import { useState } from 'react'
import type { Selection } from '../../ui/data-table.tsx'
import { nameOf } from './columns.tsx'

/** The signups that are chosen, by id and name; they stay chosen while one looks for the others. */
export function useChosen() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const selection: Selection<ListedSignup> = {
    chosen: new Set(chosen.keys()),
    label: (signup) => `Choose ${nameOf(signup)}`,
    onChoose: (rows, isChosen) =>
      setChosen((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (isChosen) after.set(String(row.id), nameOf(row))
          else after.delete(String(row.id))
        }
        return after
      }),
  }
  return { chosen, selection, clear: () => setChosen(new Map()) }
}
