/** Matches cells that a spreadsheet may run as a formula; CSV writers escape them with `'`, see `unescapeFormula`. */
export const formulaPattern = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** Removes the `'` that escapes a formula; any other `'` is part of the cell. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formulaPattern.test(cell.slice(1)) ? cell.slice(1) : cell
}

const plainCell = /^\w(?:[\w .,@-]*\w)?$/

/** Removes characters that spreadsheets add around a cell: `="00123"`, `'text`, and spaces of any kind. */
export function unwrapCell(cell: string): string {
  if (plainCell.test(cell)) return cell
  const text = cell.trim()
  const wrapped = /^="(.*)"$/s.exec(text)?.[1] ?? text
  return wrapped
    .replace(/[\p{Cc}\p{Cf}\ufffe\uffff]+/gu, '')
    .replace(/^'(?=[=+\-@])/, '')
    .trim()
}
