import { summarizeError } from '../../foundations/process/log.ts'

export class BackupProblem extends Error {
  override name = 'BackupProblem'
}

/** `unexpected` introduces errors other than `BackupProblem`. */
export function describeReason(error: unknown, unexpected: string): string {
  return error instanceof BackupProblem ? error.message : `${unexpected}: ${summarizeError(error)}.`
}
