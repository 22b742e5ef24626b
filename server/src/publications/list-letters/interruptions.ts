import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { failuresInRow } from '../../foundations/mail/send-letter.ts'

type Outcomes = { waiting: number; handed: number; arrived: number; refused: number; in_doubt: number }
const runRow = z.object({ failures: z.number(), refused: z.array(z.number()), failure: z.string().nullable() })

/**
 * Explains which failures in a row, since a person sent or resumed the letter, stop it: those that are not about the
 * recipients. Whoever was refused waits again. Null if there are too few of them.
 */
export async function whyInterrupted(
  db: Db,
  id: number,
  { waiting, handed, arrived, refused, in_doubt }: Outcomes,
): Promise<string | null> {
  if (refused + in_doubt === 0) return null
  const [run] = await selectRaw(
    db,
    runRow,
    sql`with outcome as (
        select r.id, r.state, r.changed_at, l.failure, r.state = 'in_doubt' or l.refused_recipient is false as is_failure
        from list_letter_recipients r left join letters l on l.id = r.outbox_id
        where r.letter_id = ${id} and r.state in ('sent', 'refused', 'in_doubt')
          and r.changed_at > (select updated_at from list_letters where id = ${id}))
      select count(*) as failures, coalesce(array_agg(id) filter (where state = 'refused'), '{}') as refused,
        (array_agg(failure order by changed_at desc) filter (where state = 'refused'))[1] as failure
      from outcome where is_failure
        and changed_at > coalesce((select max(changed_at) from outcome where is_failure is not true), '-infinity')`,
  )
  const { failures, refused: people, failure } = run!
  const isEveryone = waiting + handed === 0 && people.length === arrived + refused
  if (failures < failuresInRow && !isEveryone) return null
  if (people.length === 0)
    return `The mail server has not answered for the last ${failures} letters: they may have arrived or not. Everyone else waits. Resume when it answers.`
  await putBack(db, people)
  return `Mail servers have refused the last ${people.length === 1 ? 'letter' : `${people.length} letters`}, and not because of the address. ${failure} These people wait. Resume when this is fixed.`
}

/** Lets recipients wait for their letter again, as if it had not been handed over. */
async function putBack(db: Db, recipients: readonly number[]): Promise<void> {
  const outbox = sql`any(select outbox_id from list_letter_recipients where id = any(${recipients}::bigint[]))`
  await db.remove('letters', { id: outbox })
  const waiting = { state: 'waiting', outbox_id: null, address_key: null, changed_at: sql<string>`now()` } as const
  await db.update('list_letter_recipients', { id: recipients }, waiting)
}
