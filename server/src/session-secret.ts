import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { keptFile } from './kept-file.ts'

/** The secret of a start without configuration, kept so that every process and the next start have the same one. */
export function keptSessionSecret(dataDir: string): string {
  return keptFile(join(dataDir, 'session-secret'), {
    make: () => randomBytes(32).toString('hex'),
    parse: (secret) => z.string().min(32).parse(secret),
    remedy: 'Put it back from a backup, or delete it: the next start makes a new one, and everybody signs in again.',
  })
}
