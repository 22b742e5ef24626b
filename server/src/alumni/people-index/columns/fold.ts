/** Letters that no decomposition takes apart. */
const plain: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/**
 * Text as it is compared: small letters without accents and apostrophes, single spaces for everything that is neither
 * letter nor digit.
 */
export function fold(text: string): string {
  if (text === '') return ''
  const known = folded.get(text)
  if (known !== undefined) return known
  if (folded.size >= maxRemembered) folded.clear()
  const result = foldAnew(text)
  folded.set(text, result)
  return result
}

// Half of all names are the same few thousand.
const folded = new Map<string, string>()
const maxRemembered = 50_000

function foldAnew(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’‘ʼʻ´`"]/gu, '')
    .replace(/[łøđðħıßæœþ]/g, (letter) => plain[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export function foldedWords(text: string): string[] {
  const folded = fold(text)
  return folded ? folded.split(' ') : []
}

/**
 * Every word that a name is found by. `O'Neil` is `oneil` and also `o` and `neil`; `Smith-Jones` is also `smithjones`,
 * and `van der Berg` also `vanderberg`, since people type them either way.
 */
export function wordsOfName(name: string): string[] {
  if (isOnePlainWord.test(name)) return [name.toLowerCase()]
  const words = foldedWords(name)
  const apart = foldedWords(name.replace(/['’‘ʼʻ´`]/g, ' '))
  return [...new Set([...words, ...apart, ...(words.length > 1 ? [words.join('')] : [])])]
}

const isOnePlainWord = /^[A-Za-z]+$/

/** The number of names that a word can begin: last, first, preferred and former last name. */
const maxNames = 4

/**
 * The words of what was typed, without accents, in small letters. A word that begins another one is left out: whatever
 * the longer one begins, it begins too. More words than a person has names: null, no one can have them all.
 */
export function typedWords(typed: string): string[] | null {
  const words = [...new Set(lowerCase(withoutAccents(typed)).split(/\s+/).filter(Boolean))]
  const longest = words.toSorted().filter((word, at, sorted) => !sorted[at + 1]?.startsWith(word))
  return longest.length > maxNames ? null : longest
}

/** The marks of any script: й becomes и, as é becomes e. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
}

/** Letter by letter: the small form of Σ then does not depend on its neighbours. */
export function lowerCase(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => letter.toLowerCase()).join('')
}

const isAscii = /^[\x20-\x7e]*$/
