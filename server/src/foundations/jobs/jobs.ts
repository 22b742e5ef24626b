import type { QueueStore } from './queue-state.ts'

/** Every kind of job with what it carries: ids only, never personal data. Features add theirs where the work stands. */
export interface Jobs {
  'run-failed-again': { name: string }
  'prune-failed-jobs': Record<string, never>
}
export type JobName = keyof Jobs & string

/** How a kind of job is worked off. It may run twice: it leaves the same state however often it runs. */
export type JobKind<Name extends JobName> = {
  run: (data: Jobs[Name], isStopping: AbortSignal, queue: QueueStore) => Promise<void>
  /** Comes back by itself; however many workers there are, one of them runs it. */
  every?: string
  /** Milliseconds before each further try; after the last one the job stays where it failed. */
  retriesAfterMs?: readonly number[]
}
export type JobKinds = { [Name in JobName]: JobKind<Name> }
