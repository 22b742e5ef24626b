import { sql } from 'kysely'
import { transact, type Db } from '../database/db.ts'
import { enqueueMany } from '../jobs/queue.ts'

/** Holds all unsent letters after a restore until an administrator decides about them. Returns how many were held. */
export async function pauseLetters(db: Db): Promise<number> {
  return db.update('letters', { sent_at: null, given_up_at: null }, { held_at: sql`now()` })
}

/** Enqueues (`send`) or gives up (`drop`) all paused letters, or only those of `kind`. Returns their number. */
export async function decidePausedLetters(db: Db, decision: 'send' | 'drop', kind?: string): Promise<number> {
  return transact(db, async (db) => {
    const letters = await db
      .updateTable('letters')
      .set(
        decision === 'send'
          ? { held_at: null }
          : { held_at: null, given_up_at: sql`now()`, failure: 'An administrator dropped it after a restore.' },
      )
      .where('held_at', 'is not', null)
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .$if(kind !== undefined, (letters) => letters.where('kind', '=', kind!))
      .returning('id')
      .execute()
    if (decision === 'send') await enqueueSending(db, letters)
    return letters.length
  })
}

/** Enqueues all waiting letters except paused ones, for example after the queue was lost. Returns their number. */
export async function enqueueLettersAgain(db: Db): Promise<number> {
  const letters = await db.findAll('letters', ['id'], { sent_at: null, given_up_at: null, held_at: null })
  await enqueueSending(db, letters)
  return letters.length
}

async function enqueueSending(db: Db, letters: { id: number }[]): Promise<void> {
  await enqueueMany(
    db,
    'send-letter',
    letters.map(({ id }) => ({ letter: id })),
  )
}

/** Returns whether this installation was last restored as a copy of another one; false if it was never restored. */
export async function isCopy(db: Db): Promise<boolean> {
  const lastRestore = await db.find('restores', ['is_copy'], {}, { by: '-id' })
  return lastRestore?.is_copy ?? false
}

export const copyMessage = 'This is a copy of another installation: it sends no letter.'
