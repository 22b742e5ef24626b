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
} from '@tabler/icons-react'
import type { StateLabel } from '../../ui/state-badge.tsx'

/** In display order. */
const importOutcomes: Record<ListedOutcome, StateLabel> = {
  new: { label: 'New', icon: IconPlus, tone: 'good' },
  changed: { label: 'Changed', icon: IconPencil, tone: 'accent' },
  unchanged: { label: 'Unchanged', icon: IconEqual, tone: 'plain' },
  skipped: { label: 'Skipped', icon: IconArrowForwardUp, tone: 'plain' },
  warnings: { label: 'Warnings', icon: IconAlertTriangle, tone: 'warn' },
  deletes: { label: 'Deleted', icon: IconTrash, tone: 'bad' },
  removed: { label: 'Removed', icon: IconTrash, tone: 'bad' },
  corrected: { label: 'Corrected', icon: IconPencilCheck, tone: 'good' },
}

const undoOutcomes: Record<ListedOutcome, StateLabel> = {
  ...importOutcomes,
  changed: { label: 'Restored', icon: IconArrowBackUp, tone: 'accent' },
  new: { label: 'Added back', icon: IconPlus, tone: 'good' },
  unchanged: { label: 'Left as it is', icon: IconEqual, tone: 'plain' },
  skipped: { label: 'Cannot be undone', icon: IconLock, tone: 'warn' },
  warnings: { label: 'Changed since', icon: IconAlertTriangle, tone: 'warn' },
}

export function findSelectedOutcome({ outcome, only_corrected }: ImportBatchPage): ListedOutcome | null {
  return only_corrected ? 'corrected' : outcome
}

type Batch = Pick<ImportStatusReply, 'type' | 'undoes'>

export function selectOutcomeLabels({ undoes }: Pick<Batch, 'undoes'>): Record<ListedOutcome, StateLabel> {
  return undoes ? undoOutcomes : importOutcomes
}

/** Returns the outcomes that apply to the import or undo, in display order. */
export function listOutcomes({ type, undoes }: Batch, counts: ImportCounts): ListedOutcome[] {
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
