import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { createLocalFiles } from './local-files.ts'
import { createS3Files } from './s3-files.ts'
import type { Files } from './stored-files.ts'

export { FileMissing, StorageFull, type Files } from './stored-files.ts'

/** Where STORAGE_URL says; without it, a folder of DATA_DIR. */
export function createFiles(config: Pick<Config, 'STORAGE_URL' | 'DATA_DIR'>): Files {
  const url = config.STORAGE_URL
  if (!url) return createLocalFiles(join(config.DATA_DIR, 'files'))
  return url.startsWith('s3:') ? createS3Files(url) : createLocalFiles(fileURLToPath(url))
}
