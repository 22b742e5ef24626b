import { askForLetter } from '../../foundations/mail/letters.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { StaffUser } from '../../staff/index.ts'
import type { ChosenPeople } from './people-of-list.ts'
import { readAs } from './letters.ts'

/** Sends a letter to the person who asks, with the data of someone of the list; answers whose. 422: the list is empty. */
export async function sendTest(
  { db, by }: { db: Db; config: Config; by: StaffUser },
  id: number,
  { alumni, signups }: ChosenPeople,
): Promise<{ sent_to: string; as: string }> {
  const turn = Math.floor(Math.random() * (alumni.length + signups.length))
  const person = {
    alumnus: alumni[turn] ?? null,
    signup: turn < alumni.length ? null : (signups[turn - alumni.length] ?? null),
  }
  const read = await readAs(db, id, person)
  if (!read) throw new HttpError(422, 'There is no one on this list.')
  await askForLetter(db, 'list-letter-test', { user: by.id, list_letter: id, ...person })
  return { sent_to: by.email, as: read.full_name }
}
