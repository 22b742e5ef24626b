const locale = 'en-US'
const integer = new Intl.NumberFormat(locale)
const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

export function formatNumber(value: number): string {
  return integer.format(value)
}

const compactNumber = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })

/** Formats numbers as "9,999", "12.3K" or "1M". */
export function formatCompact(value: number): string {
  return Math.abs(value) < 10_000 ? integer.format(value) : compactNumber.format(value)
}

const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Formats a share as "23.4%" or "less than 0.1%"; returns a dash if the total is 0. */
export function formatPercent(part: number, total: number): string {
  if (total <= 0) return '–'
  const share = (part / total) * 100
  if (part > 0 && share < 0.05) return 'less than 0.1%'
  return `${oneDecimal.format(share)}%`
}

export function formatShortPercent(part: number, total: number): string {
  return formatPercent(part, total).replace('less than ', '<')
}

/** Formats a number with its noun: "1 contact", "23,577 contacts". */
export function formatCount(value: number, [singular, plural]: readonly [string, string]): string {
  return `${integer.format(value)} ${value === 1 ? singular : plural}`
}

/** Formats a size as "812 KB" or "1.4 MB"; a KB has 1024 bytes. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return formatCount(bytes, ['byte', 'bytes'])
  if (bytes < 1024 ** 2) return `${integer.format(Math.round(bytes / 1024))} KB`
  if (bytes < 1024 ** 3) return `${oneDigit.format(bytes / 1024 ** 2)} MB`
  return `${oneDigit.format(bytes / 1024 ** 3)} GB`
}

/** Formats a duration as "a few seconds", "about 20 seconds", "about 4 minutes" or "about 2 hours". */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return 'a few seconds'
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds`
  if (seconds < 3300) return `about ${formatCount(Math.max(1, Math.round(seconds / 60)), ['minute', 'minutes'])}`
  return `about ${formatCount(Math.round(seconds / 3600), ['hour', 'hours'])}`
}

export function formatList(texts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(texts)
}
