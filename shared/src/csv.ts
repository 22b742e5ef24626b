/**
 * A cell that a spreadsheet may run as a formula: its sign may be full-width, and blanks, line breaks and control
 * characters may stand before it. Writers of CSV put `'` before such a cell; readers take it off again
 * (`withoutDefusing`).
 */
export const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** A cell as it was before its writer defused it; any other `'` is part of the cell. */
export function withoutDefusing(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** Nothing to clean: letters, digits and what stands between them. */
const plainCell = /^\w(?:[\w .,@-]*\w)?$/

/** A cell without what spreadsheets put around it: `="00123"`, `'text`, spaces of any kind. */
export function cleanCell(cell: string): string {
  if (plainCell.test(cell)) return cell
  const text = cell.trim()
  const wrapped = /^="(.*)"$/s.exec(text)?.[1] ?? text
  return wrapped
    .replace(/[\p{Cc}\p{Cf}\ufffe\uffff]+/gu, '')
    .replace(/^'(?=[=+\-@])/, '')
    .trim()
}
