import { sql } from 'kysely'
import type { Db } from '../src/foundations/database/db.ts'
import type { Entry } from './history.ts'

export const listSubject = 'A letter to many'

/**
 * Each recipient received the letter once, was left out with a reason, or is in doubt. Letters marked as sent have
 * arrived; letters that arrived are marked as sent or in doubt.
 */
export async function wrongListLetters(db: Db, history: readonly Entry[]): Promise<string[]> {
  const came = history.flatMap((entry) => (entry.type === 'letter' && entry.subject === listSubject ? [entry.to] : []))
  const { rows } = await sql<{ state: string; reason: string | null; email: string; people: number }>`
    select r.state, r.reason, fold_email(a.primary_email) as email, count(*) over ()::int as people
    from list_letter_recipients r join alumni a on a.id = r.alumnus_id`.execute(db)
  const chosen = await sql<{
    count: number
  }>`select jsonb_array_length(list -> 'buids')::int as count from list_letters`
    .execute(db)
    .then((found) => found.rows[0]?.count ?? 0)
  const inState = (...states: string[]) => rows.filter(({ state }) => states.includes(state))
  const findings: string[] = []
  const found = (isWrong: boolean, message: string) => void (isWrong && findings.push(`list letter: ${message}`))

  const [sent, doubt, out] = [inState('sent'), inState('in_doubt'), inState('left_out')]
  const sum = `${chosen} chosen, ${sent.length} sent, ${out.length} left out, ${doubt.length} in doubt`
  found(chosen === 0 || sent.length + out.length + doubt.length !== chosen, sum)
  for (const reason of ['do_not_email', 'same_address', 'opted_out'])
    found(!out.some((person) => person.reason === reason), `no one is left out as ${reason}`)
  const twice = came.filter((address, index) => came.indexOf(address) !== index)
  found(twice.length > 0, `2 letters “${listSubject}” came to ${twice.join(', ')}`)
  const missing = sent.filter(({ email }) => !came.includes(email))
  found(missing.length > 0, `${missing.length} are marked as sent and did not come`)
  const expected = new Set([...sent, ...doubt].map(({ email }) => email))
  const strays = came.filter((address) => !expected.has(address))
  found(strays.length > 0, `${strays.length} came that are not marked`)
  return findings
}
