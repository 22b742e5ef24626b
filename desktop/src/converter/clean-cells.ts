import { readTypedPerson } from '@alumni/shared/alumni/typed-person'
import { unwrapCell } from '@alumni/shared/csv'
import { extractAddresses } from '@alumni/shared/email-address'

const [encoder, decoder] = [new TextEncoder(), new TextDecoder('utf-8', { ignoreBOM: true })]

/** Copies a text, because a substring would keep the whole file chunk in memory. */
export function cloneText(text: string): string {
  return decoder.decode(encoder.encode(text))
}

const maxAddressLength = 320
const maxNameLength = 500
const plainAddress = /^[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** Extracts the only e-mail address from a cell, or returns the reason why the cell does not have exactly one. */
export function readAddress(
  cell: string,
): { address: string } | { problem: 'no-address' | 'bad-address' | 'two-addresses' } {
  if (plainAddress.test(cell) && cell.length <= maxAddressLength) return { address: cell }
  const text = unwrapCell(cell).toLowerCase()
  if (/^(?:--?|n\/?a|none|null|-)?$/.test(text)) return { problem: 'no-address' }
  const found = new Set(extractAddresses(text.slice(0, 2000)))
  const [address] = found
  if (
    address === undefined ||
    address.length > maxAddressLength ||
    !/^[^@]+@[^@]+$/.test(address) ||
    !address.isWellFormed()
  )
    return { problem: 'bad-address' }
  return found.size > 1 ? { problem: 'two-addresses' } : { address }
}

const placeholderName =
  /^(?:iphone|ipad|android|galaxy.*|samsung.*|zoom ?user|guest|user|unknown|anonymous|call-?in user.*|[\d\s+()-]*|-+)$/

/** Splits a name into lowercase words. Omits titles, pronouns and class years, but includes words in parentheses. */
function splitDisplayName(name: string): string[] {
  const names = readTypedPerson(name.slice(0, maxNameLength)).groups.flat()
  const folded = names
    .flatMap((part) => (part.kind === 'email' || (part.kind === 'word' && part.role === 'title') ? [] : part.text))
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  if (placeholderName.test(folded.trim())) return []
  return folded
    .replace(/\b(?:she|he|they)\s*\/\s*\w+(?:\s*\/\s*\w+)?/g, ' ')
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Checks that each word of the shorter name is a prefix of a word in the longer name, or has one as its prefix. */
export function mayBeSamePerson(name: string, other: string): boolean {
  if (name === other) return true
  const [few, many] = [splitDisplayName(name), splitDisplayName(other)].toSorted((a, b) => a.length - b.length) as [
    string[],
    string[],
  ]
  return few.every((word) => many.some((each) => each.startsWith(word) || word.startsWith(each)))
}

const maxTexts = 5000

/** Numbers distinct texts, starting at 1. The number 0 means blank, or past the limit of 5,000 texts. */
export class TextNumbers {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>()

  numberOf(cell: string): number {
    const known = this.#numbers.get(cell)
    if (known !== undefined) return known
    const text = cloneText(unwrapCell(cell).slice(0, 500))
    if (text === '') return 0
    const number = this.#numbers.get(text) ?? (this.texts.length > maxTexts ? 0 : this.texts.push(text) - 1)
    if (number === 0) return 0
    this.#numbers.set(text, number)
    this.#numbers.set(cloneText(cell), number)
    return number
  }
}
