import type { ImportBatchPage, ImportCounts, ImportStatusReply, ListedOutcome } from '@alumni/shared/exchange/imports'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconEqual,
  IconPencil,
  IconPencilCheck,
  IconLock,
  IconPlus,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import type { Tone } from '../../ui/state-word.tsx'

type OutcomeLook = { word: string; icon: Icon; tone: Tone }

/** In display order. */
const importOutcomes: Record<ListedOutcome, OutcomeLook> = {
  new: { word: 'New', icon: IconPlus, tone: 'good' },
  changed: { word: 'Changed', icon: IconPencil, tone: 'accent' },
  unchanged: { word: 'Unchanged', icon: IconEqual, tone: 'plain' },
  skipped: { word: 'Skipped', icon: IconArrowForwardUp, tone: 'plain' },
  warnings: { word: 'Warnings', icon: IconAlertTriangle, tone: 'warn' },
  deletes: { word: 'Deleted', icon: IconTrash, tone: 'bad' },
  removed: { word: 'Removed', icon: IconTrash, tone: 'bad' },
  corrected: { word: 'Corrected', icon: IconPencilCheck, tone: 'good' },
}

const undoOutcomes: Record<ListedOutcome, OutcomeLook> = {
  ...importOutcomes,
  changed: { word: 'Restored', icon: IconArrowBackUp, tone: 'accent' },
  new: { word: 'Added back', icon: IconPlus, tone: 'good' },
  unchanged: { word: 'Left as it is', icon: IconEqual, tone: 'plain' },
  skipped: { word: 'Cannot be undone', icon: IconLock, tone: 'warn' },
  warnings: { word: 'Changed since', icon: IconAlertTriangle, tone: 'warn' },
}

export function shownOutcome({ outcome, only_corrected }: ImportBatchPage): ListedOutcome | null {
  return only_corrected ? 'corrected' : outcome
}

type Batch = Pick<ImportStatusReply, 'type' | 'undoes'>

export function outcomeWords({ undoes }: Pick<Batch, 'undoes'>): Record<ListedOutcome, OutcomeLook> {
  return undoes ? undoOutcomes : importOutcomes
}

export function outcomesOf({ type, undoes }: Batch, counts: ImportCounts): ListedOutcome[] {
  if (undoes)
    return (['changed', 'new', 'removed', 'unchanged', 'warnings', 'skipped'] as const).filter(
      (outcome) => outcome !== 'new' || type === 'employment',
    )
  const all = (Object.keys(importOutcomes) as ListedOutcome[]).filter((outcome) => outcome !== 'removed')
  return all.filter((outcome) => {
    if (outcome === 'corrected') return (counts.corrected ?? 0) > 0
    return outcome !== 'deletes' || type === 'employment' || counts.deletes > 0
  })
}
