/** The most corrections a word may need: none with one or two letters, two from six letters on. */
function maxDistance(word: string): number {
  if (word.length < 3) return 0
  return word.length < 6 ? 1 : 2
}

/**
 * The numbers of those words that are closest to `typed` by edit distance, if they are close enough: a letter too many,
 * too few, another one, or two swapped. The first letter is never another.
 */
export function closest(typed: string, words: readonly string[], isAsked: (number: number) => boolean): number[] {
  let best = maxDistance(typed)
  let found: number[] = []
  if (best === 0) return found
  const letters = lettersOf(typed)
  for (let number = 0; number < words.length; number++) {
    const word = words[number]!
    if (word[0] !== typed[0]) continue
    if (Math.abs(word.length - typed.length) > best || bitsIn(letters ^ lettersOf(word)) > 2 * best || !isAsked(number))
      continue
    const distance = editDistance(typed, word, best)
    if (distance > best) continue
    if (distance < best) found = []
    best = distance
    found.push(number)
  }
  return found
}

/**
 * The edit distance of two words, swaps of neighbours included (optimal string alignment); `max` + 1 when it is more.
 */
function editDistance(a: string, b: string, max: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > max) return max + 1
    before = last
    last = row
  }
  return Math.min(last[b.length]!, max + 1)
}

/**
 * One bit for each letter that occurs: words that differ in too many cannot be close, which is known without comparing
 * them.
 */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

function bitsIn(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}
