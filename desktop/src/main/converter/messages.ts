import type { Person } from '../../converter/conversion.ts'
import type { Remembered } from '../../converter/read-attendees.ts'
import type { Batch, BatchReply, Command, Report } from '../../converter/session.ts'

/** The input of a thread that converts. `cancelled` becomes 1 when it has to stop. */
export type Beginning = { path: string; remembered: Record<string, Remembered>; cancelled: Int32Array }

export type Question = { about: 'matches'; emails: string[] } | { about: 'engagements'; batch: Batch }
export type Matches = { email: string; people: Person[] }[]
/** `unanswered`: it may be asked again. */
export type Answer =
  | { reply: Matches | BatchReply }
  | { sentence: string; unanswered?: { seconds?: number; isSignedOut?: boolean } }

export type ToWorker = { command: Command } | { close: true } | { to: number; answer: Answer }
export type FromWorker = { report: Report } | { ask: number; question: Question } | { saved: string[] }
