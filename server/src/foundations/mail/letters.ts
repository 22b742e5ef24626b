import { isExpression, sql, type RawBuilder } from 'kysely'
import type { Config } from '../process/config.ts'
import { transact, type Db } from '../database/db.ts'
import { enqueueMany } from '../jobs/queue.ts'
import type { Message } from './mailer.ts'

/** Every kind of letter with what it is about: ids only. Features add theirs where they write them. */
export interface Letters {}
export type LetterKind = keyof Letters & string

/** Writes the letter of this id at the moment of sending. Null: it has no recipient. */
export type Composer<Kind extends LetterKind> = (
  db: Db,
  config: Config,
  about: Letters[Kind],
  letter: number,
) => Promise<Message | null>
export type Composers = { [Kind in LetterKind]: Composer<Kind> }

declare module '../jobs/jobs.ts' {
  interface Jobs {
    'send-letter': { letter: number }
    'forget-letters': Record<string, never>
  }
}

/**
 * Asks for a letter in the transaction of `db`: it leaves exactly when the change is committed. Answers its id. `about`
 * may be an expression of SQL, so that this process does not even learn whether there is anybody to write to.
 */
export async function askForLetter<Kind extends LetterKind>(
  db: Db,
  kind: Kind,
  about: Letters[Kind] | RawBuilder<string>,
): Promise<number> {
  const one = isExpression(about) ? about : sql<string>`${JSON.stringify(about)}::jsonb`
  const [id] = await writeLetters(db, kind, sql`jsonb_build_array(${one})`)
  return id!
}

/** The same for many at once: as many statements as for one. */
export async function askForLetters<Kind extends LetterKind>(
  db: Db,
  kind: Kind,
  abouts: readonly Letters[Kind][],
): Promise<void> {
  if (abouts.length > 0) await writeLetters(db, kind, sql`${JSON.stringify(abouts)}::jsonb`)
}

/** The same without a job: whoever asks sends them in turns of their own, by `sendLetters`. Answers their ids. */
export async function askForLettersInTurns<Kind extends LetterKind>(
  db: Db,
  kind: Kind,
  abouts: readonly Letters[Kind][],
): Promise<number[]> {
  return insertLetters(db, kind, sql`${JSON.stringify(abouts)}::jsonb`)
}

async function insertLetters(db: Db, kind: LetterKind, abouts: RawBuilder<unknown>): Promise<number[]> {
  const letters = await db
    .insertInto('letters')
    .columns(['kind', 'about'])
    .expression(sql`select ${kind}::text, about from jsonb_array_elements(${abouts}) about`)
    .returning('id')
    .execute()
  return letters.map(({ id }) => id)
}

async function writeLetters(db: Db, kind: LetterKind, abouts: RawBuilder<unknown>): Promise<number[]> {
  return transact(db, async (db) => {
    const ids = await insertLetters(db, kind, abouts)
    await enqueueMany(
      db,
      'send-letter',
      ids.map((letter) => ({ letter })),
    )
    return ids
  })
}
