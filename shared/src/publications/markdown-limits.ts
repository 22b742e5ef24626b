export const maxNesting = 20
export const maxCells = 10_000

/** Markdown is read level by level: thousands of them end a reader's stack, hundreds take it seconds. */
export function isNestedTooDeeply(text: string): boolean {
  const blocks = new RegExp(`^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])[ \\t])){${maxNesting + 1}}`, 'm')
  return (
    blocks.test(text) ||
    hasNestedTags(text) ||
    text.split(/\n\s*\n/).some((paragraph) => openEmphasis(paragraph) > maxNesting)
  )
}

/** Whether too many HTML tags are open at once. Browsers close others, such as `<li>` and `<p>`, by themselves. */
function hasNestedTags(text: string): boolean {
  let open = 0
  for (const [, isEnd] of text.matchAll(/<(\/?)(?:[uo]l|blockquote|table|pre|code|strong|em|del|a)(?![\w-])/gi)) {
    open = isEnd ? Math.max(0, open - 1) : open + 1
    if (open > maxNesting) return true
  }
  return false
}

/**
 * Counts the marks of emphasis that are open at once at most: they open before a word and close behind one. Between
 * blanks and inside a word they do not nest.
 */
function openEmphasis(paragraph: string): number {
  const isBlank = (character = ' ') => /\s/.test(character)
  const isInWord = (character = ' ') => /[\p{L}\p{N}]/u.test(character)
  let [open, most] = [0, 0]
  for (const { 0: mark, index } of paragraph.matchAll(/[*_~]+/g)) {
    const [before, after] = [paragraph[index - 1], paragraph[index + mark.length]]
    const canOpen = !isBlank(after) && !isInWord(before)
    const canClose = !isBlank(before) && !isInWord(after)
    if (canOpen !== canClose) open = canOpen ? open + 1 : Math.max(0, open - 1)
    most = Math.max(most, open)
  }
  return most
}

/** Counts the cells of all tables or more: the line below a head decides how many stand in each line that follows. */
export function countCells(text: string): number {
  let [cells, columns] = [0, 0]
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') columns = 0
    else if (/^[ \t>|:-]+$/.test(line)) columns = Math.max(columns, line.match(/-+/g)?.length ?? 0)
    cells += columns
  }
  return cells
}
