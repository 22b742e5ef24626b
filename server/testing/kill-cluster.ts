import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Ends the PostgreSQL kept in `folder` at once, as the loss of its machine would. */
export async function killCluster(folder: string, signal: 'SIGKILL' | 'SIGQUIT' = 'SIGKILL'): Promise<void> {
  process.kill(await postmasterOf(folder), signal)
}

/** The process id of its first process. */
export async function postmasterOf(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10)
}
