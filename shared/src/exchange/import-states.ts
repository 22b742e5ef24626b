import { z } from 'zod'

/** Stored states. `pending` is legacy: shown, never created. */
export const importStatuses = ['pending', 'scanning', 'review', 'running', 'completed', 'failed', 'cancelled'] as const
export const importStatus = z.enum(importStatuses)
export type ImportStatus = z.infer<typeof importStatus>

/** The section of the batch page for each state. */
export const importSections = {
  pending: 'Scanning',
  scanning: 'Scanning',
  review: 'Review',
  running: 'Importing',
  completed: 'Results',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<ImportStatus, string>
export type ImportSection = (typeof importSections)[ImportStatus]

/** Every move a batch may make. What is not here is refused, by the server and by the buttons alike. */
export const importMoves = {
  scanned: { from: ['scanning'], to: 'review', meaning: 'The scan has finished and waits for review.' },
  scan_failed: { from: ['scanning'], to: 'failed', meaning: 'The scan has stopped with a named reason.' },
  rescan: { from: ['review'], to: 'scanning', meaning: 'A column was assigned by hand; the file is scanned again.' },
  commit: { from: ['review'], to: 'running', meaning: 'Someone has confirmed the review; the import runs.' },
  applied: { from: ['running'], to: 'completed', meaning: 'Every chunk has been applied.' },
  apply_failed: {
    from: ['running'],
    to: 'failed',
    meaning: 'The import has stopped with a named reason; earlier chunks stay.',
  },
  stale: { from: ['scanning', 'running'], to: 'failed', meaning: 'Nothing has moved for ten minutes.' },
  cancel: {
    from: ['scanning', 'review', 'running'],
    to: 'cancelled',
    meaning: 'Someone has canceled; lines already imported stay.',
  },
} as const satisfies Record<string, { from: readonly ImportStatus[]; to: ImportStatus; meaning: string }>
export type ImportMove = keyof typeof importMoves

/** Whether a batch in `status` may make `move`. */
export function canMove(status: ImportStatus, move: ImportMove): boolean {
  return (importMoves[move].from as readonly ImportStatus[]).includes(status)
}

/** States in which a batch holds the place of its type: a second upload is refused. */
export const activeImportStatuses = ['scanning', 'review', 'running'] as const satisfies readonly ImportStatus[]
export function isActiveImport(status: ImportStatus): boolean {
  return (activeImportStatuses as readonly ImportStatus[]).includes(status)
}
