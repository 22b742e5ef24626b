import { sql, type ExpressionBuilder } from 'kysely'
import type { LettersPage, LettersQuery, LetterState } from '@alumni/shared/operations/letters'
import { transact, type Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueMany } from '../../foundations/jobs/queue.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { letterKinds, describeLetter } from './words.ts'

/** Letters of the last 30 days, the newest first. Whom they are to is not known here. */
export async function listLetters(db: Db, { state, kind, page }: LettersQuery): Promise<LettersPage> {
  const found = db
    .selectFrom('letters')
    .select(['id', 'kind', 'attempts', 'failure'])
    .select([utc('created_at').as('created_at'), utc('sent_at').as('sent_at'), utc('given_up_at').as('given_up_at')])
    .$if(state !== undefined, (letters) => letters.where((letter) => isIn(letter, state!)))
    .$if(kind !== undefined, (letters) => letters.where('kind', '=', kind!))
  const { rows, ...members } = await readPage(page, {
    matching: countRows(found),
    read: ({ limit, offset }) => found.orderBy('id', 'desc').limit(limit).offset(offset).execute(),
  })
  const { waiting, given_up, sent } = await countLetters(db)
  return {
    letters: rows.map((row) => ({
      ...row,
      about: describeLetter(row.kind),
      state: row.sent_at ? 'sent' : row.given_up_at ? 'given_up' : 'waiting',
    })),
    kinds: letterKinds,
    counts: { waiting, given_up, sent },
    ...members,
  }
}

function isIn(letter: ExpressionBuilder<Tables, 'letters'>, state: LetterState) {
  return letter.and([
    letter('sent_at', state === 'sent' ? 'is not' : 'is', null),
    ...(state === 'sent' ? [] : [letter('given_up_at', state === 'given_up' ? 'is not' : 'is', null)]),
  ])
}

/** `oldest_at`: the letter that waits longest. `last_failure`: why the last one that still waits could not leave. */
export async function countLetters(db: Db) {
  const counts = await db
    .selectFrom('letters')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere((letter) => isIn(letter, 'waiting'))
        .as('waiting'),
      fn
        .countAll<number>()
        .filterWhere((letter) => isIn(letter, 'given_up'))
        .as('given_up'),
      fn
        .countAll<number>()
        .filterWhere((letter) => isIn(letter, 'sent'))
        .as('sent'),
    ])
    .executeTakeFirstOrThrow()
  const latest = await db
    .selectFrom('letters')
    .select(utc('sent_at').as('at'))
    .where('sent_at', 'is not', null)
    .orderBy(sql`coalesce(sent_at, given_up_at)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  const oldest = await db
    .selectFrom('letters')
    .select(['failure', utc('created_at').as('at')])
    .where((letter) => isIn(letter, 'waiting'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return {
    ...counts,
    last_sent_at: latest?.at ?? null,
    oldest_at: oldest?.at ?? null,
    last_failure: oldest?.failure ?? null,
  }
}

/** Puts letters that were given up on their way again: one by its id, or all. 409: there is none. Answers how many. */
export async function sendAgain(db: Db, who: StaffUser, id?: number): Promise<number> {
  return transact(db, async (db) => {
    const letters = await db
      .updateTable('letters')
      .set({ given_up_at: null, attempts: 0 })
      .where('given_up_at', 'is not', null)
      .where('sent_at', 'is', null)
      .$if(id !== undefined, (given) => given.where('id', '=', id!))
      .returning('id')
      .execute()
    if (letters.length === 0)
      throw new HttpError(409, 'There is no such letter that was given up. It may be on its way again.')
    await enqueueMany(
      db,
      'send-letter',
      letters.map(({ id }) => ({ letter: id })),
    )
    await audit(db, who, 'letters.sent-again', id === undefined ? 'letters' : `letters/${id}`, {
      letters: letters.length,
    })
    return letters.length
  })
}
