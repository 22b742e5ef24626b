/** "Fiscal year 2026", "Fiscal years 2025 and 2026", "Fiscal years 2024 to 2026"; years that do not follow each other are listed. */
export function yearsWords(years: readonly number[]): string {
  const sorted = years.toSorted((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return 'No fiscal year'
  if (first === last) return `Fiscal year ${first}`
  return sorted.length > 2 && last - first === sorted.length - 1
    ? `Fiscal years ${first} to ${last}`
    : `Fiscal years ${sorted.slice(0, -1).join(', ')} and ${last}`
}
