import { z } from 'zod'

/** `pending` is a legacy status that is no longer assigned. */
export const importStatuses = ['pending', 'scanning', 'review', 'running', 'completed', 'failed', 'cancelled'] as const
export const importStatus = z.enum(importStatuses)
export type ImportStatus = z.infer<typeof importStatus>

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

/** The server rejects all other transitions, and the app offers no buttons for them. */
export const importMoves = {
  scanned: { from: ['scanning'], to: 'review', trigger: 'The scan job has read the file.' },
  scan_failed: { from: ['scanning'], to: 'failed', trigger: 'The scan job refuses the file or fails.' },
  rescan: { from: ['review'], to: 'scanning', trigger: 'A person assigns columns or the order of dates.' },
  commit: { from: ['review'], to: 'running', trigger: 'A person confirms the review.' },
  applied: { from: ['running'], to: 'completed', trigger: 'The apply job has written the last chunk.' },
  apply_failed: { from: ['running'], to: 'failed', trigger: 'The apply job fails; written chunks stay.' },
  stale: {
    from: ['scanning', 'running'],
    to: 'failed',
    trigger: 'A status request finds no progress for ten minutes.',
  },
  cancel: {
    from: ['scanning', 'review', 'running'],
    to: 'cancelled',
    trigger: 'A person cancels; written chunks stay.',
  },
} as const satisfies Record<string, { from: readonly ImportStatus[]; to: ImportStatus; trigger: string }>
export type ImportMove = keyof typeof importMoves

export function canMove(status: ImportStatus, move: ImportMove): boolean {
  return (importMoves[move].from as readonly ImportStatus[]).includes(status)
}

export const activeImportStatuses = ['scanning', 'review', 'running'] as const satisfies readonly ImportStatus[]
export function isActiveImport(status: ImportStatus): boolean {
  return (activeImportStatuses as readonly ImportStatus[]).includes(status)
}
