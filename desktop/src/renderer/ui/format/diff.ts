import { diffArrays } from 'diff'

export type Part = { text: string; isChanged: boolean }

/** Texts with more differences are marked as a whole, to limit the time for long texts. */
const maxDifferences = 500

/** Splits both texts into parts and marks the parts that differ, by words and punctuation. */
export function markChanges(before: string, after: string): { before: Part[]; after: Part[] } {
  const changes = diffArrays(pieces(before), pieces(after), { maxEditLength: maxDifferences })
  if (!changes) return { before: [{ text: before, isChanged: true }], after: [{ text: after, isChanged: true }] }
  return {
    before: join(changes.filter(({ added }) => !added).map(({ value, removed }) => ({ value, isChanged: removed }))),
    after: join(changes.filter(({ removed }) => !removed).map(({ value, added }) => ({ value, isChanged: added }))),
  }
}

function pieces(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []
}

/** Joins adjacent parts of the same kind. A space between two changed parts counts as changed. */
function join(runs: { value: string[]; isChanged: boolean }[]): Part[] {
  const parts: Part[] = []
  runs.forEach(({ value, isChanged }, index) => {
    const text = value.join('')
    const isLonelySpace = /^\s+$/.test(text) && runs[index - 1]?.isChanged && runs[index + 1]?.isChanged
    const last = parts.at(-1)
    if (last && (last.isChanged === isChanged || isLonelySpace)) last.text += text
    else parts.push({ text, isChanged })
  })
  return parts
}
