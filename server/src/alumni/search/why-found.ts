import { emailFields, phoneFields } from '@alumni/shared/alumni/fields'
import { assertNever } from '@alumni/shared/assert-never'
import { foldEmail } from '@alumni/shared/email-address'
import type { FoundAlumnus, FoundBy, SearchPage } from '@alumni/shared/alumni/search'
import type { Db } from '../../foundations/database/db.ts'
import { phoneDigits } from '@alumni/shared/alumni/phone-numbers'
import { foldedWords, tokenize, type Token } from '../people-index/index.ts'

/** Displayed names come first. A former name is given as the reason only if no other name matches. */
const names = ['last_name', 'first_name', 'middle_name', 'preferred_name', 'former_last_name'] as const
const columns = ['buid', 'contact_id', 'crm_id', ...emailFields, ...phoneFields, ...names] as const

type Person = Record<(typeof columns)[number], string | null>

/** Adds the fields that matched the query to each person, unless the query matched the displayed name. */
export async function addFoundBy(
  db: Db,
  people: FoundAlumnus[],
  q: string,
  corrections: SearchPage['corrections'],
): Promise<FoundAlumnus[]> {
  const { tokens } = tokenize(q)
  if (tokens.length === 0 || people.length === 0) return people
  const ids = people.map(({ id }) => id)
  const rows = await db.findAll('alumni', ['id', ...columns], { id: ids })
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  return people.map((person) => {
    const row = byId.get(person.id)
    const found = row ? tokens.flatMap((each) => findReason(row, each, corrections) ?? []) : []
    return found.length > 0 ? { ...person, found_by: found } : person
  })
}

function findReason(row: Person, token: Token, corrections: SearchPage['corrections']): FoundBy | undefined {
  const first = (fields: readonly FoundBy['field'][], fits: (value: string) => boolean): FoundBy | undefined => {
    const field = fields.find((each) => row[each] !== null && fits(row[each]))
    return field && { field, value: row[field]! }
  }
  switch (token.kind) {
    case 'email':
      return first(emailFields, (email) => foldEmail(email).startsWith(token.prefix))
    case 'digits': {
      const { digits, forms } = token
      const isPhone = (phone: string) =>
        forms.some((form) => phoneDigits(phone).startsWith(form) || phoneDigits(phone).endsWith(form))
      return first(phoneFields, isPhone) ?? first(['buid', 'contact_id'], (id) => id.replace(/\D/g, '') === digits)
    }
    case 'word':
      if (token.role === 'title') return undefined
      return findFormerName(row, [token.word, ...(corrections.find((each) => each.typed === token.word)?.as ?? [])])
    case 'buid':
    case 'contact_id':
    case 'crm_id':
      return first([token.kind], () => true)
    default:
      return assertNever(token)
  }
}

function findFormerName(row: Person, words: readonly string[]): FoundBy | undefined {
  const fits = (name: string | null) =>
    foldedWords(name ?? '').some((part) => words.some((word) => part.startsWith(word)))
  const nameColumn = names.find((name) => fits(row[name]))
  return nameColumn === 'former_last_name' ? { field: nameColumn, value: row[nameColumn]! } : undefined
}
