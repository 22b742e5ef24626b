import type { ImportCounts, ImportRowsQuery } from '@alumni/shared/imports'
import {
  IconAlertTriangle,
  IconArrowForwardUp,
  IconEqual,
  IconPencil,
  IconPlus,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import type { Tone } from '../ui/state-word.tsx'

export type Outcome = NonNullable<ImportRowsQuery['outcome']>

/** The word, the picture and the tone of each outcome, in the order of the page. */
export const outcomeWords: Record<Outcome, { word: string; deleted?: string; icon: Icon; tone: Tone }> = {
  new: { word: 'New', icon: IconPlus, tone: 'good' },
  changed: { word: 'Changed', icon: IconPencil, tone: 'accent' },
  unchanged: { word: 'Unchanged', icon: IconEqual, tone: 'plain' },
  skipped: { word: 'Skipped', icon: IconArrowForwardUp, tone: 'plain' },
  warnings: { word: 'Warnings', icon: IconAlertTriangle, tone: 'warn' },
  deletes: { word: 'Deleted', icon: IconTrash, tone: 'bad' },
}

/** The outcomes to show: deletes only where a file can delete. */
export function outcomesOf(type: string, counts: ImportCounts): Outcome[] {
  const all = Object.keys(outcomeWords) as Outcome[]
  return all.filter((outcome) => outcome !== 'deletes' || type === 'employment' || counts.deletes > 0)
}
