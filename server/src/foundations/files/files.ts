import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../process/config.ts'
import { createLocalFiles } from './local-files.ts'
import type { Files } from './stored-files.ts'

export {
  FileMissing,
  findPermanentFault,
  maxDate,
  StorageUnavailableError,
  StorageFull,
  type Files,
} from './stored-files.ts'

/** Opens the file storage in STORAGE_URL, a folder or S3, or without it, the `files` folder in DATA_DIR. */
export async function createFiles(config: Pick<Config, 'STORAGE_URL' | 'DATA_DIR'>): Promise<Files> {
  const url = config.STORAGE_URL
  if (!url) return createLocalFiles(join(config.DATA_DIR, 'files'))
  if (!url.startsWith('s3:')) return createLocalFiles(fileURLToPath(url))
  // Loaded only if configured, because the S3 client slows down startup.
  const { createS3Files } = await import('./s3-files.ts')
  return createS3Files(url)
}
