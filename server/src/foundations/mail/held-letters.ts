import { sql } from 'kysely'
import { transact, type Db } from '../database/db.ts'
import { enqueueMany } from '../jobs/queue.ts'

/** Lets no letter leave that waits: of before a restore, until an administrator decides. Answers how many. */
export async function retainLetters(db: Db): Promise<number> {
  return db.update('letters', { sent_at: null, given_up_at: null }, { held_at: sql`now()` })
}

/** Sends the letters that were retained, or gives them up; of one kind, or all. Answers how many. */
export async function decideRetained(db: Db, decision: 'send' | 'drop', kind?: string): Promise<number> {
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
      .$if(kind !== undefined, (retained) => retained.where('kind', '=', kind!))
      .returning('id')
      .execute()
    if (decision === 'send') await askFor(db, letters)
    return letters.length
  })
}

/** Asks anew for the jobs of all letters that wait for one: their queue was lost. Answers how many. */
export async function askForLettersAgain(db: Db): Promise<number> {
  const letters = await db.findAll('letters', ['id'], { sent_at: null, given_up_at: null, held_at: null })
  await askFor(db, letters)
  return letters.length
}

async function askFor(db: Db, letters: { id: number }[]): Promise<void> {
  await enqueueMany(
    db,
    'send-letter',
    letters.map(({ id }) => ({ letter: id })),
  )
}

/** Whether this database is a copy of another one, made to try things out. */
export async function isCopy(db: Db): Promise<boolean> {
  const last = await db.find('restores', ['is_copy'], {}, { by: '-id' })
  return last?.is_copy ?? false
}

/** Its people are those of the other one. */
export const ofCopySentence = 'This is a copy of another installation: it sends no letter.'
