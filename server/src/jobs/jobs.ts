import type { ImportType } from '@alumni/shared/imports'

/** Every kind of job with what it carries: ids only, never personal data. */
export type Jobs = {
  'scan-import': { type: ImportType; id: number }
  'apply-import': { type: ImportType; id: number }
  'sweep-import-files': Record<string, never>
  'refresh-statistics': Record<string, never>
}
export type JobName = keyof Jobs

/** A job may run twice: every handler leaves the same state however often it runs. */
export type JobHandlers = { [Name in JobName]: (data: Jobs[Name], isStopping: AbortSignal) => Promise<void> }
