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

/** Lowercases, strips accents and apostrophes, and replaces runs of other characters with one space. */
export function fold(text: string): string {
  if (text === '') return ''
  const known = foldCache.get(text)
  if (known !== undefined) return known
  if (foldCache.size >= maxCachedTexts) foldCache.clear()
  const result = computeFold(text)
  foldCache.set(text, result)
  return result
}

// Worth caching, because a few thousand distinct names account for half of all names.
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

/** Lists the searchable words of a name: `oneil`, `o` and `neil` for `O'Neil`; also `smithjones` for `Smith-Jones`. */
export function listWordsOfName(name: string): string[] {
  if (isOnePlainWord.test(name)) return [name.toLowerCase()]
  const words = foldedWords(name)
  const apart = foldedWords(name.replace(/['’‘ʼʻ´`]/g, ' '))
  return [...new Set([...words, ...apart, ...(words.length > 1 ? [words.join('')] : [])])]
}

const isOnePlainWord = /^[A-Za-z]+$/

/** The typeahead searches four names: last, first, preferred and former last name. */
const maxNames = 4

/** Omits words that are prefixes of other words. Returns null if more than `maxNames` words remain. */
export function splitTypedWords(text: string): string[] | null {
  const words = [...new Set(lowerCase(withoutAccents(text)).split(/\s+/).filter(Boolean))]
  const longestWords = words.toSorted().filter((word, index, sorted) => !sorted[index + 1]?.startsWith(word))
  return longestWords.length > maxNames ? null : longestWords
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
}

/** Lowercases each letter separately, because the lowercase form of Σ depends on the letters next to it. */
export function lowerCase(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => letter.toLowerCase()).join('')
}

const isAscii = /^[\x20-\x7e]*$/
