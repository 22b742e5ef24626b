/** Letters that no decomposition takes apart. */
const plainLetters: Record<string, string> = {
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
  const known = foldCache.get(text)
  if (known !== undefined) return known
  if (foldCache.size >= maxCachedTexts) foldCache.clear()
  const result = computeFold(text)
  foldCache.set(text, result)
  return result
}

// Half of all names are the same few thousand.
const foldCache = new Map<string, string>()
const maxCachedTexts = 50_000

function computeFold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’‘ʼʻ´`"]/gu, '')
    .replace(/[łøđðħıßæœþ]/g, (letter) => plainLetters[letter]!)
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
export function typedWords(text: string): string[] | null {
  const words = [...new Set(lowerCase(withoutAccents(text)).split(/\s+/).filter(Boolean))]
  const longestWords = words.toSorted().filter((word, index, sorted) => !sorted[index + 1]?.startsWith(word))
  return longestWords.length > maxNames ? null : longestWords
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
