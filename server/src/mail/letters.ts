import { isExpression, type RawBuilder } from 'kysely'
import type { Config } from '../config.ts'
import type { EntityManager } from '../database/orm.ts'
import { enqueue } from '../jobs/queue.ts'
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
  return em.transactional(async (em) => {
    const { id } = await em
      .getKysely()
      .insertInto('letters')
      .values({ kind, about: isExpression(about) ? about : JSON.stringify(about) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(em, 'send-letter', { letter: id })
    return id
  })
}
