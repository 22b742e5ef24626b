import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError, readConfig, type Config } from './config.ts'
import { storedFile, UnusableFile } from './stored-file.ts'

/** The configuration of this process, or its problems on stderr and exit 1, or `exitCode`. */
export function configOfProcess({ exitCode = 1 } = {}): Config {
  try {
    const config = readConfig(process.env)
    return process.env.SESSION_SECRET?.trim()
      ? config
      : { ...config, SESSION_SECRET: storedSessionSecret(config.DATA_DIR) }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UnusableFile)) throw error
    console.error(error.message)
    process.exit(exitCode)
  }
}

/** Stores the secret of a start without configuration, so that every process and the next start share it. */
export function storedSessionSecret(dataDir: string): string {
  return storedFile(join(dataDir, 'session-secret'), {
    make: () => randomBytes(32).toString('hex'),
    parse: (secret) => z.string().min(32).parse(secret),
    remedy:
      'Restore it from a backup, or delete it: the next start makes a new one, and everyone has to sign in again.',
  })
}
