import { extractAddresses } from '../email-address.ts'
import { withoutFormatCharacters } from '../format-characters.ts'

/** A word of what was typed. One beside a name, such as `Dr.` or `Jr.`, has a `role`. */
type TypedWord = { kind: 'word'; text: string; role: 'title' | 'suffix' | null }
/** `text` is what was typed, of an e-mail address only the address. */
export type TypedPart = TypedWord | { kind: 'email' | 'phone' | 'buid' | 'contact_id' | 'crm_id'; text: string }

/** Its parts in groups, between commas; class years stand apart. */
export type TypedPerson = { groups: TypedPart[][]; years: number[] }

/**
 * Reads what a person typed or pasted to say who is meant: names, identifiers, addresses and phone numbers in any
 * order. The number of a list before it and class years behind it (`’15`, `(2015)`) are no part of the name.
 */
export function readTypedPerson(text: string, thisYear = new Date().getFullYear()): TypedPerson {
  const cleaned = withoutFormatCharacters(text)
    .trim()
    .replace(listNumber, '')
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
  const found = withoutYears(cleaned, thisYear)
  // A year alone does not name a person: then it is read as what it looks like.
  const { rest, years } = found.rest.some((group) => group.length > 0) ? found : { rest: groupsOf(cleaned), years: [] }
  const groups = rest.map((tokens) => numbersTogether(tokens).flatMap(partsOf)).filter((group) => group.length > 0)
  return { groups: withRoles(groups), years }
}

/** `1.`, `(1)`, `1)` or a bullet, before a letter. */
const listNumber = /^(?:[•*·▪–—-]\s*)?(?:[#(]?\d{1,4}(?:[.):]|\t)\s*)?(?=["“]?\p{L})/u

const groupsOf = (text: string) => text.split(/[,，、]/).map((group) => group.split(' ').filter(Boolean))

/** Its words in groups but for class years, and those. */
function withoutYears(text: string, thisYear: number): { rest: string[][]; years: number[] } {
  const years: number[] = []
  const take = (found: readonly number[]) => void years.push(...found)
  const outside = text.replace(/\(([^()]*)\)/g, (all, inner: string) => {
    const tokens = inner.split(/[\s,;/&-]+/).filter(Boolean)
    const found = tokens.flatMap((token) => yearOf(token, thisYear) ?? [])
    if (found.length === 0 || !tokens.every((token) => yearOf(token, thisYear) || isBesideYear(token))) return all
    take(found)
    return ' '
  })
  const rest = groupsOf(outside).map((tokens) => {
    const isYear = tokens.map((token, at) => {
      const isLone = !isNumber(tokens[at - 1] ?? '') && !isNumber(tokens[at + 1] ?? '')
      return isLone && yearOf(token, thisYear) !== undefined
    })
    take(tokens.flatMap((token, at) => (isYear[at] ? yearOf(token, thisYear)! : [])))
    return tokens.filter((token, at) => !isYear[at] && !(isClassOf(token) && isYear.slice(at, at + 3).includes(true)))
  })
  return { rest, years }
}

/** `’15`, `ENG’15` or `2015`; the later century where the year is not far ahead. */
function yearOf(token: string, thisYear: number): number | undefined {
  const short = /^\p{Lu}{0,6}['’‘ʼ`´](\d\d)$/u.exec(token)?.[1]
  const year = short ? 2000 + Number(short) : /^(?:19|20)\d\d$/.test(token) ? Number(token) : Infinity
  const last = thisYear + yearsAhead
  if (year <= last) return year
  return short ? year - 100 : undefined
}

const yearsAhead = 10
const isClassOf = (token: string) => /^(?:class|of)$/i.test(token)
const isBesideYear = (token: string) => isClassOf(token) || /^\p{Lu}{1,6}$/u.test(token)

/** `(617) 555-0101` is one number though it has two parts. */
function numbersTogether(tokens: readonly string[]): string[] {
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

/** Titles come before a name and suffixes behind it. Where there are no other words, they are the name. */
function withRoles(groups: readonly TypedPart[][]): TypedPart[][] {
  const withThem = groups.map((group) => {
    const words = group.flatMap((part) => (part.kind === 'word' ? part.text : []))
    const title = words.findIndex((word) => !isTitle(word))
    const from = title < 0 ? words.length : title
    const to = words.findLastIndex((word) => !isSuffix(word)) + 1
    let at = 0
    return group.map((part): TypedPart => {
      if (part.kind !== 'word') return part
      const role = at < from ? 'title' : at >= to ? 'suffix' : null
      at++
      return { ...part, role }
    })
  })
  const isName = withThem.flat().some((part) => part.kind === 'word' && part.role === null)
  return isName ? withThem : groups.map((group) => [...group])
}

/**
 * A name in letters that take no space between family and given name, as both: `王小明` is `王` and `小明`, or `王小` and
 * `明`. None for any other word.
 */
export function familyAndGiven(word: string): [family: string, given: string][] {
  if (!/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,6}$/u.test(word)) return []
  const letters = [...word]
  return letters.slice(1).map((_, at) => [letters.slice(0, at + 1).join(''), letters.slice(at + 1).join('')])
}
