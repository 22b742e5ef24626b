import { isExpression, sql, type RawBuilder } from 'kysely'
import type { Config } from '../process/config.ts'
import type { EntityManager } from '../database/orm.ts'
import { enqueueMany } from '../jobs/queue.ts'
import type { Message } from './mailer.ts'

/** Every kind of letter with what it is about: ids only. Features add theirs where they write them. */
export interface Letters {}
export type LetterKind = keyof Letters & string

/** Writes a letter at the moment of sending. Null: nobody is to get it. */
export type Composer<Kind extends LetterKind> = (
  em: EntityManager,
  config: Config,
  about: Letters[Kind],
) => Promise<Message | null>
export type Composers = { [Kind in LetterKind]: Composer<Kind> }

declare module '../jobs/jobs.ts' {
  interface Jobs {
    'send-letter': { letter: number }
    'forget-letters': Record<string, never>
  }
}

/**
 * Asks for a letter in the transaction of `em`: it leaves exactly when the change is committed. Answers its id. `about` may be an expression of
 * SQL, so that this process does not even learn whether there is anybody to write to.
 */
export async function askForLetter<Kind extends LetterKind>(
  em: EntityManager,
  kind: Kind,
  about: Letters[Kind] | RawBuilder<string>,
): Promise<number> {
  const one = isExpression(about) ? about : sql<string>`${JSON.stringify(about)}::jsonb`
  const [id] = await writeLetters(em, kind, sql`jsonb_build_array(${one})`)
  return id!
}

/** The same for many at once: as many statements as for one. */
export async function askForLetters<Kind extends LetterKind>(
  em: EntityManager,
  kind: Kind,
  abouts: readonly Letters[Kind][],
): Promise<void> {
  if (abouts.length > 0) await writeLetters(em, kind, sql`${JSON.stringify(abouts)}::jsonb`)
}

async function writeLetters(em: EntityManager, kind: LetterKind, abouts: RawBuilder<unknown>): Promise<number[]> {
  return em.transactional(async (em) => {
    const letters = await em
      .getKysely()
      .insertInto('letters')
      .columns(['kind', 'about'])
      .expression(sql`select ${kind}::text, about from jsonb_array_elements(${abouts}) about`)
      .returning('id')
      .execute()
    const ids = letters.map(({ id }) => id)
    await enqueueMany(
      em,
      'send-letter',
      ids.map((letter) => ({ letter })),
    )
    return ids
  })
}
