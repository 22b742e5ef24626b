// @ts-expect-error The package has no types.
import punycode from 'punycode.js'

const toAscii: (domain: string) => string = punycode.toASCII
/** Longer than any valid domain; Punycode overflows on much longer text. */
const maxDomainLength = 1000

/** Normalizes an address for comparison, exactly as PostgreSQL's `fold_email`: NFKC, lowercase, domain in Punycode. */
export function foldEmail(address: string): string {
  const folded = toLowerCase(address.normalize('NFKC').trim()).normalize('NFKC')
  const atIndex = folded.lastIndexOf('@')
  if (atIndex < 0) return folded
  const domain = folded.slice(atIndex + 1)
  return domain.length > maxDomainLength ? folded : `${folded.slice(0, atIndex)}@${toAscii(domain)}`
}

/** Returns whether all programs lowercase the address alike; otherwise, a letter could go to the wrong person. */
export function hasUnambiguousFold(address: string): boolean {
  const composed = address.normalize('NFKC').trim()
  const folded = toLowerCase(composed)
  return (
    [...composed].every((letter) => [...letter.toLowerCase()].length === 1) &&
    folded === composed.toLowerCase() &&
    folded === folded.normalize('NFKC') &&
    !/\p{Default_Ignorable_Code_Point}/u.test(composed)
  )
}

/** Finds addresses in text such as `Jane Doe <jane@x.org>` or `mailto:jane@x.org?subject=…`, even incomplete ones. */
export function extractAddresses(text: string): string[] {
  const words = text.split(/[\s<>,;"()[\]]+/).filter((word) => /[^@]@/.test(word))
  return words.map((word) =>
    word
      .replace(/^(?:mailto:|e-?mail:)/i, '')
      .replace(/\?.*$/, '')
      .replace(/^'(.*)'$/, '$1')
      .replace(/(?<![.:])[.:]+$/, ''),
  )
}

/** Lowercases each letter alone, because the lowercase of Σ depends on its neighbors. */
function toLowerCase(text: string): string {
  return [...text].map((letter) => letter.toLowerCase()).join('')
}
