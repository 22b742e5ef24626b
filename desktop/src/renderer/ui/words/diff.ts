export type Part = { text: string; isChanged: boolean }

/** Longer values are marked by what they share at both ends; the table of the exact way grows with the square. */
const mostWords = 120

/** Both values cut into parts, with those marked that the other does not have. Compares words, and the pieces of e-mails and codes. */
export function markChanges(before: string, after: string): { before: Part[]; after: Part[] } {
  const a = words(before)
  const b = words(after)
  const kept = a.length > mostWords || b.length > mostWords ? sharedEnds(a, b) : sharedWords(a, b)
  return { before: join(a, kept.before), after: join(b, kept.after) }
}

function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []
}

type Kept = { before: Set<number>; after: Set<number> }

/** Longest common subsequence. */
function sharedWords(a: string[], b: string[]): Kept {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const kept: Kept = { before: new Set(), after: new Set() }
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      kept.before.add(i++)
      kept.after.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return kept
}

function sharedEnds(a: string[], b: string[]): Kept {
  const kept: Kept = { before: new Set(), after: new Set() }
  const shortest = Math.min(a.length, b.length)
  let start = 0
  for (; start < shortest && a[start] === b[start]; start++) {
    kept.before.add(start)
    kept.after.add(start)
  }
  for (let end = 1; end <= shortest - start && a.at(-end) === b.at(-end); end++) {
    kept.before.add(a.length - end)
    kept.after.add(b.length - end)
  }
  return kept
}

/** Neighbours of one kind become one part; a space between two changed words is changed too. */
function join(text: string[], kept: Set<number>): Part[] {
  const parts: Part[] = []
  text.forEach((word, i) => {
    const isLonelySpace = /^\s+$/.test(word) && i > 0 && !kept.has(i - 1) && i + 1 < text.length && !kept.has(i + 1)
    const isChanged = !kept.has(i) || isLonelySpace
    const last = parts.at(-1)
    if (last?.isChanged === isChanged) last.text += word
    else parts.push({ text: word, isChanged })
  })
  return parts
}
