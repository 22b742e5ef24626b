/** A column's needs in px: the width of its head, and of each cell's content. */
export type Need = { head: number; cells: readonly number[]; isWhole?: boolean; width?: number | undefined }

/** Where more than this share of all cells would be cut, the table is wider than its room instead. */
const maxCut = 0.2
/** This share of a column's cells may be cut at any time. */
const fewCut = 0.05
/** No column is narrower, in px, that has more to show. */
const least = 96
/** A cut cell that is useless in part, such as a day, counts as four. */
const wholeCost = 4

/**
 * A width in px for each column, so that together they fill the room and as few cells as can be are cut. A column with
 * a `width` of its own has that.
 */
export function fittingWidths(needs: readonly Need[], room: number): number[] {
  const columns = needs.map(({ isWhole = false, ...need }) => ({
    steps: stepsOf(need),
    cost: isWhole ? wholeCost : 1,
    cut: 0,
  }))
  const widths = columns.map(({ steps }) => steps[0]!)
  let left = cellsIn(needs) * maxCut
  let excess = sumOf(widths) - room
  while (excess > 0) {
    const best = columns
      .flatMap((column, index) => nextSteps(column, excess).map((step) => ({ ...step, column, index })))
      .toSorted((a, b) => b.ratio - a.ratio)[0]
    if (!best || best.cells > left) return columns.map(({ steps }) => steps[Math.floor(steps.length * fewCut)]!)
    left -= best.cells
    excess -= best.gain
    best.column.cut += best.cells
    widths[best.index]! -= best.gain
  }
  const free = needs.filter(({ width }) => !width).length
  return widths.map((width, at) => (needs[at]!.width ? width : width - Math.min(0, excess) / free))
}

/** The widths at which a column cuts no cell, one, two and so on. */
function stepsOf({ head, cells, width }: Need): number[] {
  if (width) return [width]
  const lowest = Math.max(head, Math.min(least, Math.max(...cells)))
  return [...cells.map((cell) => Math.max(cell, lowest)), lowest].toSorted((a, b) => b - a)
}

type Steps = { steps: number[]; cost: number; cut: number }

/** Returns the px gained if so many more cells are cut. */
function nextSteps({ steps, cost, cut }: Steps, excess: number) {
  return steps.slice(cut + 1).flatMap((step, at) => {
    const gain = Math.min(excess, steps[cut]! - step)
    const cells = at + 1
    return gain > 0 ? [{ gain, cells, ratio: gain / (cells * cost) }] : []
  })
}

/** Whether the columns fit into the room with few cells cut. */
export function fitWell(needs: readonly Need[], room: number): boolean {
  const widths = fittingWidths(needs, room)
  const cut = needs.map(({ cells }, at) => cells.filter((cell) => cell > widths[at]! + 0.5).length)
  return sumOf(widths) <= room + 1 && sumOf(cut) <= cellsIn(needs) * fewCut
}

const cellsIn = (needs: readonly Need[]) => sumOf(needs.map(({ cells }) => cells.length))

export function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}
