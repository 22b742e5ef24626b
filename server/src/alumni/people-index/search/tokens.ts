import { assertNever } from '@alumni/shared/assert-never'
import { readClassYears, type TypedClass } from '@alumni/shared/alumni/class-years'
import { withoutFormatCharacters } from '@alumni/shared/format-characters'
import { foldEmail } from '@alumni/shared/email-address'
import { phoneForms } from '@alumni/shared/alumni/phone-numbers'
import { familyAndGiven, readTypedPerson, type TypedPart } from '@alumni/shared/alumni/typed-person'
import { foldedWords } from '../columns/fold.ts'
import { rangeWithPrefix } from '../columns/person.ts'

/** A folded word of a name; one without spaces between family and given name is also one of the pairs of `splits`. */
export type WordToken = {
  kind: 'word'
  text: string
  word: string
  role: 'title' | 'suffix' | null
  splits: string[][]
}
/**
 * The meaning of a part of the box. An id, whole or its prefix, has the numbers between `from` and `to`; a phone number
 * begins or ends with one of the `forms`.
 */
export type Token =
  | WordToken
  | { kind: 'buid' | 'contact_id'; from: number; to: number }
  | { kind: 'crm_id'; id: string }
  | { kind: 'email'; prefix: string }
  | { kind: 'digits'; digits: string; forms: string[] }

/** `isLastFirst` where a comma stands between the names. */
export type TokenizedText = { tokens: Token[]; classes: TypedClass[]; isLastFirst: boolean }

/** Reads what was typed; letters before a class year that `isCode` refuses are a name. */
export function tokenize(q: string, isCode?: (letters: string) => boolean): TokenizedText {
  const { classes, rest } = readClassYears(withoutFormatCharacters(q), undefined, isCode)
  const { groups } = readTypedPerson(rest)
  const groupsWithNames = groups.filter((group) => group.some((part) => part.kind === 'word' && part.role === null))
  return { tokens: groups.flat().flatMap(tokensOf), classes, isLastFirst: groupsWithNames.length > 1 }
}

/** All of what was typed as words, its numbers too: those of `Studio 54` are no class year. */
export function tokenizeWords(q: string): WordToken[] {
  return withoutFormatCharacters(q)
    .split(/[\s,]+/)
    .flatMap((text) => foldedWords(text).map((word) => ({ kind: 'word', text, word, role: null, splits: [] })))
}

function tokensOf(part: TypedPart): Token[] {
  const { text } = part
  switch (part.kind) {
    case 'phone':
      return [{ kind: 'digits', digits: text.replace(/\D/g, ''), forms: phoneForms(text) }]
    case 'email':
      return [{ kind: 'email', prefix: foldEmail(text) }]
    case 'buid':
      return [{ kind: 'buid', ...rangeWithPrefix(text.slice(1), 8) }]
    case 'contact_id':
      return [{ kind: 'contact_id', ...rangeWithPrefix(text.replace(/\D/g, ''), 9) }]
    case 'crm_id':
      return [{ kind: 'crm_id', id: text.slice(0, 15) }]
    case 'word': {
      const splits = familyAndGiven(text).map((names) => names.flatMap(foldedWords))
      return foldedWords(text).map((word) => ({ kind: 'word', text, word, role: part.role, splits }))
    }
    default:
      return assertNever(part)
  }
}
