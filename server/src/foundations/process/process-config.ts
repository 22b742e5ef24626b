import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError, readConfig, type Config } from './config.ts'
import { readOrCreateFile, UnusableFile } from './stored-file.ts'

/** Reads the configuration of this process and the session secret. Prints problems and exits with `exitCode`. */
export function readProcessConfig({ exitCode = 1 } = {}): Config {
  try {
    const config = readConfig(process.env)
    return process.env.SESSION_SECRET?.trim()
      ? config
      : { ...config, SESSION_SECRET: readSessionSecret(config.DATA_DIR) }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UnusableFile)) throw error
    console.error(error.message)
    process.exit(exitCode)
  }
}

/** Returns the secret stored in DATA_DIR, creating it if necessary, for installations without SESSION_SECRET. */
export function readSessionSecret(dataDir: string): string {
  return readOrCreateFile(join(dataDir, 'session-secret'), {
    make: () => randomBytes(32).toString('hex'),
    parse: (secret) => z.string().min(32).parse(secret),
    remedy:
      'Restore it from a backup, or delete it: the next start makes a new one, and everyone has to sign in again.',
  })
}
