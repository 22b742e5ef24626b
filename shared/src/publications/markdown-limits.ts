export const maxNesting = 20
export const maxCells = 10_000

/** Finds text that would be slow to parse, because the Markdown parser is slow on deeply nested text. */
export function isNestedTooDeeply(text: string): boolean {
  const blocks = new RegExp(`^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])[ \\t])){${maxNesting + 1}}`, 'm')
  return (
    blocks.test(text) ||
    hasNestedTags(text) ||
    text.split(/\n\s*\n/).some((paragraph) => openEmphasis(paragraph) > maxNesting)
  )
}

/** Ignores tags that browsers close automatically, such as `<li>` and `<p>`. */
function hasNestedTags(text: string): boolean {
  let open = 0
  for (const [, isEnd] of text.matchAll(/<(\/?)(?:[uo]l|blockquote|table|pre|code|strong|em|del|a)(?![\w-])/gi)) {
    open = isEnd ? Math.max(0, open - 1) : open + 1
    if (open > maxNesting) return true
  }
  return false
}

/** Returns the largest number of emphasis marks open at once. Marks open before a word and close after a word. */
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

/** Returns an upper bound for the number of table cells. A table’s delimiter line determines its number of columns. */
export function countCells(text: string): number {
  let [cells, columns] = [0, 0]
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') columns = 0
    else if (/^[ \t>|:-]+$/.test(line)) columns = Math.max(columns, line.match(/-+/g)?.length ?? 0)
    cells += columns
  }
  return cells
}
