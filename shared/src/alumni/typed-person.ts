import { extractAddresses } from '../email-address.ts'
import { maxYearsAhead } from './class-years.ts'
import { withoutFormatCharacters } from '../format-characters.ts'

type TypedWord = { kind: 'word'; text: string; role: 'title' | 'suffix' | null }
/** `text` is the typed text; for e-mail, only the address. */
export type TypedPart = TypedWord | { kind: 'email' | 'phone' | 'buid' | 'contact_id' | 'crm_id'; text: string }

/** `groups` are the parts between commas, without the class years, which are in `years`. */
export type TypedPerson = { groups: TypedPart[][]; years: number[] }

/** Parses names, identifiers, addresses and phone numbers in any order. Drops a list number or bullet at the start. */
export function readTypedPerson(text: string, thisYear = new Date().getFullYear()): TypedPerson {
  const cleaned = withoutFormatCharacters(text)
    .trim()
    .replace(listNumberPattern, '')
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
  const found = extractYears(cleaned, thisYear)
  // A year alone does not identify a person, so it is read as an ordinary part.
  const { rest, years } = found.rest.some((group) => group.length > 0) ? found : { rest: groupsOf(cleaned), years: [] }
  const groups = rest.map((tokens) => joinPhoneParts(tokens).flatMap(partsOf)).filter((group) => group.length > 0)
  return { groups: assignRoles(groups), years }
}

/** Matches `1.`, `(1)`, `1)` or a bullet before a letter. */
const listNumberPattern = /^(?:[•*·▪–—-]\s*)?(?:[#(]?\d{1,4}(?:[.):]|\t)\s*)?(?=["“]?\p{L})/u

const groupsOf = (text: string) => text.split(/[,，、]/).map((group) => group.split(' ').filter(Boolean))

function extractYears(text: string, thisYear: number): { rest: string[][]; years: number[] } {
  const years: number[] = []
  const addYears = (found: readonly number[]) => void years.push(...found)
  const outside = text.replace(/\(([^()]*)\)/g, (all, inner: string) => {
    const tokens = inner.split(/[\s,;/&-]+/).filter(Boolean)
    const found = tokens.flatMap((token) => yearOf(token, thisYear) ?? [])
    if (found.length === 0 || !tokens.every((token) => yearOf(token, thisYear) || isClassOrCode(token))) return all
    addYears(found)
    return ' '
  })
  const rest = groupsOf(outside).map((tokens) => {
    const isYear = tokens.map((token, index) => {
      const isLone = !isNumber(tokens[index - 1] ?? '') && !isNumber(tokens[index + 1] ?? '')
      return isLone && yearOf(token, thisYear) !== undefined
    })
    addYears(tokens.flatMap((token, index) => (isYear[index] ? yearOf(token, thisYear)! : [])))
    return tokens.filter(
      (token, index) => !isYear[index] && !(isClassOf(token) && isYear.slice(index, index + 3).includes(true)),
    )
  })
  return { rest, years }
}

/** Parses `’15`, `ENG’15` or `2015`; two digits mean the latest year up to `maxYearsAhead` years from now. */
function yearOf(token: string, thisYear: number): number | undefined {
  const short = /^\p{Lu}{0,6}['’‘ʼ`´](\d\d)$/u.exec(token)?.[1]
  const year = short ? 2000 + Number(short) : /^(?:19|20)\d\d$/.test(token) ? Number(token) : Infinity
  const last = thisYear + maxYearsAhead
  if (year <= last) return year
  return short ? year - 100 : undefined
}

const isClassOf = (token: string) => /^(?:class|of)$/i.test(token)
const isClassOrCode = (token: string) => isClassOf(token) || /^\p{Lu}{1,6}$/u.test(token)

function joinPhoneParts(tokens: readonly string[]): string[] {
  const together: string[] = []
  for (const token of tokens) {
    if (isNumber(token) && isNumber(together.at(-1) ?? '')) together[together.length - 1] += token
    else together.push(token)
  }
  return together
}

function isNumber(token: string): boolean {
  return /^[\d().+/‐‑–-]+$/.test(token) && /\d/.test(token)
}

function partsOf(text: string): TypedPart[] {
  if (isNumber(text)) return [{ kind: 'phone', text }]
  if (text.includes('@')) return extractAddresses(text).map((address) => ({ kind: 'email', text: address }))
  if (/^B\d{1,8}$/i.test(text)) return [{ kind: 'buid', text }]
  if (/^C-?\d{1,9}$/i.test(text)) return [{ kind: 'contact_id', text }]
  if (/^(?:[A-Za-z0-9]{15}|[A-Za-z0-9]{18})$/.test(text) && /\d/.test(text)) return [{ kind: 'crm_id', text }]
  return [{ kind: 'word', text, role: null }]
}

const titles = new Set(
  'mr mrs ms miss mx dr prof professor rev reverend fr hon capt captain col lt sgt maj gen sir dame rabbi'.split(' '),
)
const suffixes = new Set('jr sr ii iii iv v phd md edd dds dvm jd mba esq esquire cpa rn pe ret'.split(' '))

export function isTitle(word: string): boolean {
  return titles.has(lettersOf(word))
}

export function isSuffix(word: string): boolean {
  return suffixes.has(lettersOf(word))
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/\P{L}/gu, '')
}

/** Marks titles before a name and suffixes after it. If there are no other words, they are the name. */
function assignRoles(groups: readonly TypedPart[][]): TypedPart[][] {
  const groupsWithRoles = groups.map((group) => {
    const words = group.flatMap((part) => (part.kind === 'word' ? part.text : []))
    const title = words.findIndex((word) => !isTitle(word))
    const from = title < 0 ? words.length : title
    const to = words.findLastIndex((word) => !isSuffix(word)) + 1
    let index = 0
    return group.map((part): TypedPart => {
      if (part.kind !== 'word') return part
      const role = index < from ? 'title' : index >= to ? 'suffix' : null
      index++
      return { ...part, role }
    })
  })
  const isName = groupsWithRoles.flat().some((part) => part.kind === 'word' && part.role === null)
  return isName ? groupsWithRoles : groups.map((group) => [...group])
}

/** Returns the possible splits of an unspaced Chinese, Japanese or Korean name; empty for other words. */
export function splitFamilyAndGiven(word: string): [family: string, given: string][] {
  if (!/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,6}$/u.test(word)) return []
  const letters = [...word]
  return letters.slice(1).map((_, index) => [letters.slice(0, index + 1).join(''), letters.slice(index + 1).join('')])
}
