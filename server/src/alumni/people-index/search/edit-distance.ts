function maxDistance(word: string): number {
  if (word.length < 3) return 0
  return word.length < 6 ? 1 : 2
}

/** Returns the indexes of the most similar words. Their first letter must match, and short words allow fewer edits. */
export function findClosest(
  input: string,
  words: readonly string[],
  isCandidate: (number: number) => boolean,
): number[] {
  let best = maxDistance(input)
  let found: number[] = []
  if (best === 0) return found
  const typedLetters = letterBits(input)
  for (let number = 0; number < words.length; number++) {
    const word = words[number]!
    if (word[0] !== input[0]) continue
    if (
      Math.abs(word.length - input.length) > best ||
      countBits(typedLetters ^ letterBits(word)) > 2 * best ||
      !isCandidate(number)
    )
      continue
    const distance = editDistance(input, word, best)
    if (distance > best) continue
    if (distance < best) found = []
    best = distance
    found.push(number)
  }
  return found
}

/** Returns the optimal string alignment distance (a swap is one edit), or `max` + 1 if the distance is greater. */
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

/** Sets one bit per letter, so that dissimilar words can be skipped without computing their distance. */
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
