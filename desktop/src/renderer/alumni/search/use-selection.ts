import { maxSelected } from '@alumni/shared/alumni/export'
import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { reachGroupOf, type ReachGroup } from '@alumni/shared/champions/contact-preferences'
import { useState } from 'react'
import type { Selection } from '../../ui/table/data-table.tsx'
import { useSession } from '../../domain/session/session.ts'
import { showToast } from '../../ui/notify.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'

type ReachGroups = ReadonlyMap<string, ReachGroup>

/** This tab's selection, which survives opening a profile and going back. */
let storedSelection: { userId: number; selected: ReachGroups } | undefined

/** Keeps the BUIDs of selected people, and whether each person can be e-mailed, across pages and searches. */
export function useSelection() {
  const { user } = useSession()
  const [selected, setSelected] = useState<ReachGroups>(() =>
    storedSelection?.userId === user.id ? storedSelection.selected : new Map(),
  )
  const select = (after: ReachGroups) => {
    storedSelection = { userId: user.id, selected: after }
    setSelected(after)
  }
  const tableSelection: Selection<FoundAlumnus> = {
    selectedKeys: new Set(selected.keys()),
    label: ({ name, buid }) => `Select ${name || buid}`,
    onSelect(rows, isChosen) {
      const after = new Map(selected)
      for (const row of rows) {
        if (isChosen) after.set(row.buid, reachGroupOf(row))
        else after.delete(row.buid)
      }
      if (after.size > maxSelected)
        showToast(
          { color: 'red', message: `At most ${formatNumber(maxSelected)} people can be selected at once.` },
          'selection',
        )
      else select(after)
    },
    onClear: () => select(new Map()),
  }
  return {
    selected,
    tableSelection,
    add: (people: readonly { buid: string; group: ReachGroup }[]) =>
      select(new Map([...selected, ...people.map(({ buid, group }) => [buid, group] as const)].slice(0, maxSelected))),
    clear: tableSelection.onClear,
  }
}
