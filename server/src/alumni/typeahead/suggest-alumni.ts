import { mostSuggestions, type Suggestion } from '@alumni/shared/internal-api'
import { numbersFrom } from '../identifier-numbers.ts'
import type { IdentifierRange } from './directory.ts'
import type { FreshDirectory } from './fresh-directory.ts'
import { typedWords } from './typed-words.ts'

/** At most `mostSuggestions` people of whom every typed word begins a name, or whose BUID or contact id begins as typed; by last name, then first name. */
export async function suggestAlumni(fresh: FreshDirectory, typed: string): Promise<Suggestion[]> {
  const words = typedWords(typed)
  if (!words?.length) return []
  const directory = await fresh.now()
  return directory.find(words, identifierRange(typed), mostSuggestions)
}

/** `B` or `C-` and three digits or more, as the identifiers that begin so. */
function identifierRange(typed: string): IdentifierRange | null {
  const [, buid, contact] = /^(?:B(\d{3,8})|C-(\d{3,9}))$/i.exec(typed) ?? []
  if (buid) return { column: 'buid', ...numbersFrom(buid, 8) }
  if (contact) return { column: 'contact_id', ...numbersFrom(contact, 9) }
  return null
}
