import { summarizeError } from '../../foundations/process/log.ts'

/** Why something about backups was not done, as a sentence for people. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}

/** The sentence of a `BackupProblem`; `unexpected` and a summary of any other error. */
export function reasonOf(error: unknown, unexpected: string): string {
  return error instanceof BackupProblem ? error.message : `${unexpected}: ${summarizeError(error)}.`
}
