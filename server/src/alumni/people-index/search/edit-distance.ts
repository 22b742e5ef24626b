/** The most corrections a word may need: none with one or two letters, two from six letters on. */
function maxDistance(word: string): number {
  if (word.length < 3) return 0
  return word.length < 6 ? 1 : 2
}

/**
 * The numbers of those words that are closest to `typed` by edit distance, if they are close enough: a letter too many,
 * too few, another one, or two swapped. The first letter is never another.
 */
export function findClosest(
  typed: string,
  words: readonly string[],
  isCandidate: (number: number) => boolean,
): number[] {
  let best = maxDistance(typed)
  let found: number[] = []
  if (best === 0) return found
  const typedLetters = letterBits(typed)
  for (let number = 0; number < words.length; number++) {
    const word = words[number]!
    if (word[0] !== typed[0]) continue
    if (
      Math.abs(word.length - typed.length) > best ||
      countBits(typedLetters ^ letterBits(word)) > 2 * best ||
      !isCandidate(number)
    )
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
  let rowBeforeLast: number[] = []
  let lastRow = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let rowMinimum = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(lastRow[j]! + 1, row[j - 1]! + 1, lastRow[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, rowBeforeLast[j - 2]! + 1)
      row[j] = cost
      if (cost < rowMinimum) rowMinimum = cost
    }
    if (rowMinimum > max) return max + 1
    rowBeforeLast = lastRow
    lastRow = row
  }
  return Math.min(lastRow[b.length]!, max + 1)
}

/**
 * One bit for each letter that occurs: words that differ in too many cannot be close, which is known without comparing
 * them.
 */
function letterBits(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

function countBits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}
