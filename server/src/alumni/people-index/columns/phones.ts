import type { ListColumn } from './columns.ts'
import type { Dictionary } from './dictionary.ts'

/** Two numbers of 32 bits have room for this many digits; longer numbers, which are rare, are texts in a dictionary. */
const maxDigits = 18
const tailDigits = 9
const firstLong = -1000

/**
 * A phone number as two whole numbers: the last nine digits, and before them `1` with the digits that come first. Of up
 * to nine digits the first number is how many there are, below zero.
 */
export function phoneCode(digits: string, long: Dictionary): number[] {
  if (digits === '') return []
  return digits.length > maxDigits ? [firstLong - long.use(digits), 0] : shortCode(digits)
}

function shortCode(digits: string): [head: number, tail: number] {
  const [head, tail] = [digits.slice(0, -tailDigits), digits.slice(-tailDigits)]
  return [head === '' ? -tail.length : Number(`1${head}`), Number(tail)]
}

/** 1 at the slots that have a phone number with one of these as first or last digits. */
export function withPhone(
  { starts, values, owners }: ListColumn,
  long: Dictionary,
  forms: readonly string[],
): Uint8Array {
  const fits = new Uint8Array(starts.length)
  for (const digits of forms) {
    const isMatch = matcher(digits)
    const longFits = long.texts.map((phone) => phone.startsWith(digits) || phone.endsWith(digits))
    for (let at = 0; at < owners.length; at++) {
      const [head, tail] = [values[at * 2]!, values[at * 2 + 1]!]
      if (head < firstLong ? longFits[firstLong - head] : isMatch(head, tail)) fits[owners[at]!] = 1
    }
  }
  return fits
}

/** Whether the number of `head` and `tail` begins or ends with the digits. */
function matcher(digits: string): (head: number, tail: number) => boolean {
  if (digits.length > maxDigits) return () => false
  const lengths = Array.from({ length: maxDigits + 1 }, (_, length) => length)
  const [from, to] = ['0', '9'].map((fill) =>
    lengths.map((length) => (length < digits.length ? [0, 0] : shortCode(digits.padEnd(length, fill)))),
  ) as [[number, number][], [number, number][]]
  const [endHead, endTail] = [digits.slice(0, -tailDigits), digits.slice(-tailDigits)]
  const [headUnit, tailUnit] = [10 ** endHead.length, 10 ** endTail.length]
  const [headRest, tailRest] = [Number(endHead), Number(endTail)]
  return (head, tail) => {
    const length = head < 0 ? -head : lengthOf(head)
    if (length < digits.length) return false
    if (tail % tailUnit === tailRest && (headUnit === 1 || head % headUnit === headRest)) return true
    const [fromHead, fromTail] = from[length]!
    const [toHead, toTail] = to[length]!
    return (
      (head > fromHead || (head === fromHead && tail >= fromTail)) &&
      (head < toHead || (head === toHead && tail <= toTail))
    )
  }
}

function lengthOf(head: number): number {
  let length = tailDigits + 1
  for (let next = 20; head >= next; next *= 10) length++
  return length
}
