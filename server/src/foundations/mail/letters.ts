import { isExpression, sql, type RawBuilder } from 'kysely'
import type { Config } from '../process/config.ts'
import { transact, type Db } from '../database/db.ts'
import { enqueueMany } from '../jobs/queue.ts'
import type { Message } from './mailer.ts'

/** The data of each kind of letter: ids only. Features add their own kinds. */
export interface Letters {}
export type LetterKind = keyof Letters & string

/** Composes a letter when it is sent. Returns null if the letter has no recipient. */
export type Composer<Kind extends LetterKind> = (
  db: Db,
  config: Config,
  subject: Letters[Kind],
  letter: number,
) => Promise<Message | null>
export type Composers = { [Kind in LetterKind]: Composer<Kind> }

declare module '../jobs/jobs.ts' {
  interface Jobs {
    'send-letter': { letter: number }
  }
}

/** Inserts a letter and its job, and returns the letter's id. `subject` may be an SQL expression. */
export async function enqueueLetter<Kind extends LetterKind>(
  db: Db,
  kind: Kind,
  subject: Letters[Kind] | RawBuilder<string>,
): Promise<number> {
  const subjectJson = isExpression(subject) ? subject : sql<string>`${JSON.stringify(subject)}::jsonb`
  const [id] = await insertLettersWithJobs(db, kind, sql`jsonb_build_array(${subjectJson})`)
  return id!
}

export async function enqueueLetters<Kind extends LetterKind>(
  db: Db,
  kind: Kind,
  subjects: readonly Letters[Kind][],
): Promise<void> {
  if (subjects.length > 0) await insertLettersWithJobs(db, kind, sql`${JSON.stringify(subjects)}::jsonb`)
}

/** Inserts letters and returns their ids. The caller enqueues their `send-letter` jobs later. */
export async function insertLettersWithoutJobs<Kind extends LetterKind>(
  db: Db,
  kind: Kind,
  subjects: readonly Letters[Kind][],
): Promise<number[]> {
  return insertLetters(db, kind, sql`${JSON.stringify(subjects)}::jsonb`)
}

async function insertLetters(db: Db, kind: LetterKind, subjects: RawBuilder<unknown>): Promise<number[]> {
  const letters = await db
    .insertInto('letters')
    .columns(['kind', 'about'])
    .expression(sql`select ${kind}::text, about from jsonb_array_elements(${subjects}) about`)
    .returning('id')
    .execute()
  return letters.map(({ id }) => id)
}

async function insertLettersWithJobs(db: Db, kind: LetterKind, subjects: RawBuilder<unknown>): Promise<number[]> {
  return transact(db, async (db) => {
    const ids = await insertLetters(db, kind, subjects)
    await enqueueMany(
      db,
      'send-letter',
      ids.map((letter) => ({ letter })),
    )
    return ids
  })
}
