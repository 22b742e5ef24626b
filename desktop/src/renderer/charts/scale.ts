/** The numbers of one column; null is not known yet. */
export type Values = readonly (number | null)[]

/** The number that fills the height of a chart; 0 where there is nothing. */
export function highest(columns: readonly Values[], arrange: 'stacked' | 'beside'): number {
  return columns.reduce((top, values) => Math.max(top, arrange === 'stacked' ? totalOf(values) : Math.max(0, ...values.map(Number))), 0)
}

/** A CSS length: the part of the whole height (or width) that a value takes. What is not nothing can be seen. */
export function lengthOf(value: number | null, top: number): string {
  if (value === null || value <= 0 || top <= 0) return '0'
  return `max(2px, ${((value / top) * 100).toFixed(2)}%)`
}

export function totalOf(values: Values): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}
