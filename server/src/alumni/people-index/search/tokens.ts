import { assertNever } from '@alumni/shared/assert-never'
import { readClassYears, type TypedClass } from '@alumni/shared/alumni/class-years'
import { withoutFormatCharacters } from '@alumni/shared/format-characters'
import { foldEmail } from '@alumni/shared/email-address'
import { listPhoneForms } from '@alumni/shared/alumni/phone-numbers'
import { splitFamilyAndGiven, readTypedPerson, type TypedPart } from '@alumni/shared/alumni/typed-person'
import { foldedWords } from '../columns/fold.ts'
import { rangeWithPrefix } from '../columns/person.ts'

/** `word` is a folded word of `text`. `splits` are the possible ways to split it into family and given names. */
export type NameToken = {
  kind: 'word'
  text: string
  word: string
  role: 'title' | 'suffix' | null
  splits: string[][]
}
/** An identifier or identifier prefix is a range of numbers. A phone number starts or ends with one of the `forms`. */
export type Token =
  | NameToken
  | { kind: 'buid' | 'contact_id'; from: number; to: number }
  | { kind: 'crm_id'; id: string }
  | { kind: 'email'; prefix: string }
  | { kind: 'digits'; digits: string; forms: string[] }

/** `isLastFirst` is true for names separated by a comma. */
export type TokenizedText = { tokens: Token[]; classes: TypedClass[]; isLastFirst: boolean }

/** Splits text into tokens and class years. `isCode` decides whether the letters in `MBA ’05` belong to the year. */
export function tokenize(q: string, isCode?: (letters: string) => boolean): TokenizedText {
  const { classes, rest } = readClassYears(withoutFormatCharacters(q), undefined, isCode)
  const { groups } = readTypedPerson(rest)
  const groupsWithNames = groups.filter((group) => group.some((part) => part.kind === 'word' && part.role === null))
  return { tokens: groups.flat().flatMap(tokensOf), classes, isLastFirst: groupsWithNames.length > 1 }
}

/** Splits text into words, including numbers as in `Studio 54`. */
export function tokenizeWords(q: string): NameToken[] {
  return withoutFormatCharacters(q)
    .split(/[\s,]+/)
    .flatMap((text) => foldedWords(text).map((word) => ({ kind: 'word', text, word, role: null, splits: [] })))
}

function tokensOf(part: TypedPart): Token[] {
  const { text } = part
  switch (part.kind) {
    case 'phone':
      return [{ kind: 'digits', digits: text.replace(/\D/g, ''), forms: listPhoneForms(text) }]
    case 'email':
      return [{ kind: 'email', prefix: foldEmail(text) }]
    case 'buid':
      return [{ kind: 'buid', ...rangeWithPrefix(text.slice(1), 8) }]
    case 'contact_id':
      return [{ kind: 'contact_id', ...rangeWithPrefix(text.replace(/\D/g, ''), 9) }]
    case 'crm_id':
      return [{ kind: 'crm_id', id: text.slice(0, 15) }]
    case 'word': {
      const splits = splitFamilyAndGiven(text).map((names) => names.flatMap(foldedWords))
      return foldedWords(text).map((word) => ({ kind: 'word', text, word, role: part.role, splits }))
    }
    default:
      return assertNever(part)
  }
}
