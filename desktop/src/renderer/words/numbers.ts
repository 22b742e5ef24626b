const locale = 'en-US'
const whole = new Intl.NumberFormat(locale)
const tenth = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

export function count(value: number): string {
  return whole.format(value)
}

/** "1 contact", "23,577 contacts". */
export function countOf(value: number, [one, many]: readonly [string, string]): string {
  return `${whole.format(value)} ${value === 1 ? one : many}`
}

/** Bytes as people read them, in steps of 1024: "812 KB", "1.4 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return countOf(bytes, ['byte', 'bytes'])
  if (bytes < 1024 ** 2) return `${whole.format(Math.round(bytes / 1024))} KB`
  if (bytes < 1024 ** 3) return `${tenth.format(bytes / 1024 ** 2)} MB`
  return `${tenth.format(bytes / 1024 ** 3)} GB`
}

/** "less than a minute", "about 4 minutes", "about 2 hours". */
export function duration(seconds: number): string {
  if (seconds < 10) return 'a few seconds'
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds`
  if (seconds < 3300) return `about ${countOf(Math.max(1, Math.round(seconds / 60)), ['minute', 'minutes'])}`
  return `about ${countOf(Math.round(seconds / 3600), ['hour', 'hours'])}`
}

/** "a", "a and b", "a, b and c". */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words)
}
