// @ts-expect-error The package has no types.
import punycode from 'punycode.js'

const toAscii: (domain: string) => string = punycode.toASCII
/** More than any domain has; the library's numbers overflow at some more. */
const maxDomain = 1000

/**
 * The one form in which addresses are compared: NFKC, small letters, the domain in Punycode. PostgreSQL's `fold_email`
 * makes the same; a test compares them over all of Unicode.
 */
export function foldEmail(address: string): string {
  const folded = toLowerCase(address.normalize('NFKC').trim()).normalize('NFKC')
  const at = folded.lastIndexOf('@')
  if (at < 0) return folded
  const domain = folded.slice(at + 1)
  return domain.length > maxDomain ? folded : `${folded.slice(0, at)}@${toAscii(domain)}`
}

/** Whether all programs agree on the folded form: else a letter to this address could reach another person. */
export function foldsAlike(address: string): boolean {
  const composed = address.normalize('NFKC').trim()
  const folded = toLowerCase(composed)
  return (
    [...composed].every((letter) => [...letter.toLowerCase()].length === 1) &&
    folded === composed.toLowerCase() &&
    folded === folded.normalize('NFKC') &&
    !/\p{Default_Ignorable_Code_Point}/u.test(composed)
  )
}

/** The addresses in a text such as `Jane Doe <jane@x.org>` or `mailto:jane@x.org?subject=…`, as they are written; the beginning of one is one. */
export function addressesIn(text: string): string[] {
  const words = text.split(/[\s<>,;"()[\]]+/).filter((word) => /[^@]@/.test(word))
  return words.map((word) =>
    word
      .replace(/^(?:mailto:|e-?mail:)/i, '')
      .replace(/\?.*$/, '')
      .replace(/^'(.*)'$/, '$1')
      .replace(/(?<![.:])[.:]+$/, ''),
  )
}

/** Letter by letter: the small form of Σ does not depend on what stands after it. */
function toLowerCase(text: string): string {
  return [...text].map((letter) => letter.toLowerCase()).join('')
}
