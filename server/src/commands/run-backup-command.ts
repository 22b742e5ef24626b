import { isLossOfConnection } from '../foundations/database/connection-loss.ts'
import { readProcessConfig } from '../foundations/process/process-config.ts'
import { prepareDatabase } from '../foundations/database/prepare-database.ts'
import { NoPostgresTool } from '../foundations/database/postgres-tools.ts'
import { createFiles } from '../foundations/files/files.ts'
import { migrate, openDb } from '../schema.ts'
import { BackupProblem, type BackupContext } from '../operations/index.ts'

/** SIGTERM and SIGINT abort `signal`. */
export async function runBackupCommand(
  work: (context: BackupContext, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await printProblems(async (signal) => {
    const config = readProcessConfig()
    const { app, owner } = await prepareDatabase(config, migrate)
    const db = await openDb(app, { max: 3, statementTimeoutMs: 20_000 })
    try {
      await work({ config, db, files: await createFiles(config), ownerUrl: owner }, signal)
    } finally {
      await db.destroy()
    }
  })
}

/** Prints a problem that people can fix as one sentence and sets the exit code to 1. Throws other errors. */
export async function printProblems(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())
  try {
    await work(stop.signal)
  } catch (error) {
    console.error(describeProblem(error))
    process.exitCode = 1
  }
}

function describeProblem(error: unknown): string {
  if (error instanceof BackupProblem || error instanceof NoPostgresTool) return error.message
  if (isLossOfConnection(error)) return 'The connection to PostgreSQL was lost. Try again once it answers.'
  throw error
}
