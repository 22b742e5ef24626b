import { mostSuggestions, type Suggestion } from '@alumni/shared/internal-api'
import type { RecentDegree } from '@alumni/shared/alumni'
import type { EntityManager } from '../database/orm.ts'
import { prepared } from '../database/prepared.ts'
import { displayName, type NameParts } from './display-name.ts'
import { suggestionsQuery } from './suggestions-query.ts'
import { typedWords } from './typed-words.ts'

type Row = NameParts & RecentDegree & { buid: string; contact_id: string | null; degree_id: string | null }

/** At most `mostSuggestions` people of whom every typed word begins a name, or whose BUID or contact id begins as typed; by last name, then first name. */
export async function suggestAlumni(em: EntityManager, typed: string): Promise<Suggestion[]> {
  const words = typedWords(typed)
  if (!words) return []
  const lengths = words.map(({ from }) => Math.min([...from].length, 5))
  // From one person to a hundred thousand: which index is best depends on the digits.
  const identifier = identifierRange(typed)
  const query = suggestionsQuery(lengths, identifier ? [`select id, last, first from folded_names where ${identifier.column} between $4 and $5 order by last, first, id limit $1`] : [])
  const parameters = [mostSuggestions, ...words.flatMap(({ from, to }) => [from, to]), ...(identifier ? [identifier.from, identifier.to] : [])]
  const rows = await prepared<Row>(em, query, parameters, { plansEachTime: identifier !== null })
  return rows.map(present)
}

/** `B` or `C-` and three digits or more, as the identifiers that begin so; they are all of one length. */
function identifierRange(typed: string): { column: 'buid' | 'contact_id'; from: string; to: string } | null {
  const column = /^B\d{3,8}$/i.test(typed) ? 'buid' : /^C-\d{3,9}$/i.test(typed) ? 'contact_id' : null
  if (!column) return null
  const length = column === 'buid' ? 9 : 11
  const begun = typed.toUpperCase()
  return { column, from: begun.padEnd(length, '0'), to: begun.padEnd(length, '9') }
}

function present({ degree_id, major_desc, college_name, degree_code, degree_date, ...row }: Row): Suggestion {
  const recent_degree = degree_id === null ? null : { major_desc, college_name, degree_code, degree_date }
  return { buid: row.buid, contact_id: row.contact_id, last_name: row.last_name ?? null, display_name: displayName(row), recent_degree }
}
