import { readTypedPerson } from '@alumni/shared/alumni/typed-person'
import { cleanCell } from '@alumni/shared/csv'
import { extractAddresses } from '@alumni/shared/email-address'

const [encoder, decoder] = [new TextEncoder(), new TextDecoder('utf-8', { ignoreBOM: true })]

/** A cell is a view of the piece of the file that it was cut from: storing it would retain that in memory. */
export function ownCopy(cell: string): string {
  return decoder.decode(encoder.encode(cell))
}

const longestAddress = 320
const longestName = 500
const plainAddress = /^[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** The e-mail address of a cell, folded; else why there is none. */
export function readAddress(
  cell: string,
): { address: string } | { problem: 'no-address' | 'bad-address' | 'two-addresses' } {
  if (plainAddress.test(cell) && cell.length <= longestAddress) return { address: cell }
  const text = cleanCell(cell).toLowerCase()
  if (/^(?:--?|n\/?a|none|null|-)?$/.test(text)) return { problem: 'no-address' }
  const found = new Set(extractAddresses(text.slice(0, 2000)))
  const [address] = found
  if (
    address === undefined ||
    address.length > longestAddress ||
    !/^[^@]+@[^@]+$/.test(address) ||
    !address.isWellFormed()
  )
    return { problem: 'bad-address' }
  return found.size > 1 ? { problem: 'two-addresses' } : { address }
}

/** Placeholders of people who give no name. */
const noName =
  /^(?:iphone|ipad|android|galaxy.*|samsung.*|zoom ?user|guest|user|unknown|anonymous|call-?in user.*|[\d\s+()-]*|-+)$/

/**
 * The words of a name as names are compared, without class years and titles. `Peggy (Margaret O'Neil) she/her` has those
 * in parentheses too.
 */
function wordsOf(name: string): string[] {
  const names = readTypedPerson(name.slice(0, longestName)).groups.flat()
  const folded = names
    .flatMap((part) => (part.kind === 'email' || (part.kind === 'word' && part.role === 'title') ? [] : part.text))
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  if (noName.test(folded.trim())) return []
  return folded
    .replace(/\b(?:she|he|they)\s*\/\s*\w+(?:\s*\/\s*\w+)?/g, ' ')
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/**
 * Whether two names may be of one person: each word of the shorter one begins a word of the other, or either says
 * nothing.
 */
export function mayBeOne(name: string, other: string): boolean {
  if (name === other) return true
  const [few, many] = [wordsOf(name), wordsOf(other)].toSorted((a, b) => a.length - b.length) as [string[], string[]]
  return few.every((word) => many.some((each) => each.startsWith(word) || word.startsWith(each)))
}

const maxTexts = 5000

/** Few different texts, each by a number from 1; 0 is a blank one, or one too many. */
export class Numbered {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>()

  of(cell: string): number {
    const known = this.#numbers.get(cell)
    if (known !== undefined) return known
    const text = ownCopy(cleanCell(cell).slice(0, 500))
    if (text === '' || this.texts.length > maxTexts) return 0
    const number = this.#numbers.get(text) ?? this.texts.push(text) - 1
    this.#numbers.set(text, number)
    this.#numbers.set(ownCopy(cell), number)
    return number
  }
}
