import { summarizeError } from '../../foundations/process/log.ts'

/** An error with a message for the user about why a backup or restore failed. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}

/** Returns the sentence of a `BackupProblem`, or `unexpected` with a summary of any other error. */
export function reasonOf(error: unknown, unexpected: string): string {
  return error instanceof BackupProblem ? error.message : `${unexpected}: ${summarizeError(error)}.`
}
