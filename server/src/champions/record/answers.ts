import type { Card } from '@alumni/shared/publications/cards'
import type { Db } from '../../foundations/database/db.ts'
import type { Signup } from './find-signup.ts'

/** The tables of the answers that champions give. */
export const answerTables = ['event_rsvps', 'opportunity_responses'] as const
export type AnswerTable = (typeof answerTables)[number]

/** How the answers of one table are dealt with. */
type AnswerKind = {
  /** Weighs a state: the heavier of one person's two answers stays. */
  weightOf(status: unknown): number
  /** The states of an answer that has a place. */
  holding: readonly unknown[]
  /** Locks what is answered, so that its places are counted true until the transaction ends. */
  lock(db: Db, id: number): Promise<unknown>
  /** Gives free places to those waiting, in order, and notifies them. */
  fillPlaces(db: Db, id: number): Promise<void>
  /** The title of what is answered, and how many more have a place than there are. */
  overbooking(db: Db, id: number): Promise<{ title: string; count: number }>
}

type Answers = {
  kinds: Record<AnswerTable, AnswerKind>
  /** Before a signup is deleted: ends its memberships, and takes its answers back. */
  withdrawAll(db: Db, signup: number): Promise<void>
  /** After its link to an alumnus has changed: what it attended becomes engagements of the alumnus, or ceases to be. */
  recordAttendances(db: Db, signup: number): Promise<void>
  /** Suggests next steps; `signups` are the champion's ids, `college` their college's name. */
  suggest(db: Db, signup: Signup, signups: readonly number[], college: string | null): Promise<Card[]>
}

let registered: Answers | undefined

/** Registers the kinds of answers: the publications call this when a process starts. */
export function registerAnswers(answers: Answers): void {
  registered = answers
}

export function answers(): Answers {
  if (!registered) throw new Error('What champions answer is not registered in this process')
  return registered
}
