import { subDays } from 'date-fns/subDays'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { EntityManager, Orm } from '../database/orm.ts'
import type { Composer, Composers, LetterKind, Letters } from './letters.ts'
import { MailFailed, type Mailer } from './mailer.ts'

export type LetterContext = { config: Config; orm: Orm; mailer: Mailer }

const [second, minute, hour] = [1000, 60_000, 3_600_000]
/** A mail server may be away for a working day. */
export const letterRetriesMs = [
  ...[2, 10, 30].map((seconds) => seconds * second),
  ...[2, 10, 30].map((minutes) => minutes * minute),
  ...Array.from({ length: 8 }, () => hour),
]
const keptDays = 30

type Letter = { kind: LetterKind; about: Letters[LetterKind]; attempts: number }

/**
 * Sends a letter, once: its row stays locked while the mail server has it, so a worker that dies leaves it to the next one. Only one
 * that dies between the mail server's yes and the commit makes it leave twice. Throws what kept it from leaving, to be tried again.
 */
export async function sendLetter(
  { config, orm, mailer }: LetterContext,
  composers: Composers,
  { letter: id }: { letter: number },
): Promise<void> {
  const failure = await orm.em.fork().transactional(async (em) => {
    const letter = await holdLetter(em, id)
    if (!letter) return undefined
    try {
      const compose = composers[letter.kind] as Composer<LetterKind>
      // In a transaction of its own: a link in a letter works from the moment it leaves.
      const message = await compose(orm.em.fork(), config, letter.about)
      if (message) await mailer.send(message)
      await sql`update letters set sent_at = now(), attempts = attempts + 1, failure = null where id = ${id}`.execute(
        em.getKysely(),
      )
      return undefined
    } catch (error) {
      const sentence = error instanceof MailFailed ? error.message : 'The letter could not be written.'
      const isLast = letter.attempts >= letterRetriesMs.length || (error instanceof MailFailed && error.isPermanent)
      await sql`
        update letters set attempts = attempts + 1, failure = ${sentence}, given_up_at = ${isLast ? new Date() : null} where id = ${id}
      `.execute(em.getKysely())
      return error
    }
  })
  if (failure) throw failure
}

/** The letter, unless it has left or was given up. Throws when another worker has it in hand, to look again later. */
async function holdLetter(em: EntityManager, id: number): Promise<Letter | undefined> {
  await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(em.getKysely())
  const { rows } = await sql<Letter>`
    select kind, about, attempts from letters where id = ${id} and sent_at is null and given_up_at is null for update nowait
  `.execute(em.getKysely())
  return rows[0]
}

/** Forgets letters a month after they left or were given up. */
export async function forgetLetters({ orm }: Pick<LetterContext, 'orm'>): Promise<void> {
  await sql`delete from letters where coalesce(sent_at, given_up_at) < ${subDays(new Date(), keptDays)}`.execute(
    orm.em.fork().getKysely(),
  )
}
