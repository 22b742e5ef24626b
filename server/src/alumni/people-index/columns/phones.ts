import type { ListColumn } from './columns.ts'
import type { Dictionary } from './dictionary.ts'

/** Longer phone numbers do not fit into two 32-bit numbers. They are rare and go into a dictionary. */
const maxDigits = 18
const tailDigits = 9
const longPhoneOffset = -1000

/**
 * Returns head and tail, or [] without digits. The tail has the last nine digits, the head a 1 and the digits before
 * them; if there are none, the head is the negated length of the tail. A number that is too long is stored in `long`.
 */
export function encodePhone(digits: string, long: Dictionary): number[] {
  if (digits === '') return []
  return digits.length > maxDigits ? [longPhoneOffset - long.use(digits), 0] : encodeShort(digits)
}

function encodeShort(digits: string): [head: number, tail: number] {
  const [head, tail] = [digits.slice(0, -tailDigits), digits.slice(-tailDigits)]
  return [head === '' ? -tail.length : Number(`1${head}`), Number(tail)]
}

export function markPhones(
  { starts, values, owners }: ListColumn,
  long: Dictionary,
  forms: readonly string[],
): Uint8Array {
  const marks = new Uint8Array(starts.length)
  for (const digits of forms) {
    const isMatch = buildMatcher(digits)
    const longMatches = long.texts.map((phone) => phone.startsWith(digits) || phone.endsWith(digits))
    for (let entry = 0; entry < owners.length; entry++) {
      const [head, tail] = [values[entry * 2]!, values[entry * 2 + 1]!]
      if (head < longPhoneOffset ? longMatches[longPhoneOffset - head] : isMatch(head, tail)) marks[owners[entry]!] = 1
    }
  }
  return marks
}

/** Builds a function that tests whether an encoded phone number starts or ends with `digits`. */
function buildMatcher(digits: string): (head: number, tail: number) => boolean {
  if (digits.length > maxDigits) return () => false
  const lengths = Array.from({ length: maxDigits + 1 }, (_, length) => length)
  const [from, to] = ['0', '9'].map((fill) =>
    lengths.map((length) => (length < digits.length ? [0, 0] : encodeShort(digits.padEnd(length, fill)))),
  ) as [[number, number][], [number, number][]]
  const [suffixHead, suffixTail] = [digits.slice(0, -tailDigits), digits.slice(-tailDigits)]
  const [headUnit, tailUnit] = [10 ** suffixHead.length, 10 ** suffixTail.length]
  const [headRest, tailRest] = [Number(suffixHead), Number(suffixTail)]
  return (head, tail) => {
    const length = head < 0 ? -head : countDigits(head)
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

function countDigits(head: number): number {
  let length = tailDigits + 1
  for (let limit = 20; head >= limit; limit *= 10) length++
  return length
}
