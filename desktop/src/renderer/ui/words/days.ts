const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayInYear = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
const monthInYear = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const monthInShort = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const dayOfYearInShort = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayInShort = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `2008-05-09` as "May 9, 2008". */
export function formatDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`))
}

/** `2016-07-01` as "July 2016". */
export function formatMonth(date: string): string {
  return month.format(new Date(`${date}T00:00:00Z`))
}

/** `2008-05-09` as "May 9". */
export function formatDayOfYear(date: string): string {
  return dayInYear.format(new Date(`${date}T00:00:00Z`))
}

/** `2016-07-01` as "July". */
export function formatMonthName(date: string): string {
  return monthInYear.format(new Date(`${date}T00:00:00Z`))
}

/** `2016-07-01` as "Jul". */
export function formatShortMonthName(date: string): string {
  return monthInShort.format(new Date(`${date}T00:00:00Z`))
}

/** `2016-07-01` as "Jul 1, 2016". */
export function formatShortDay(date: string): string {
  return dayInShort.format(new Date(`${date}T00:00:00Z`))
}

/** "Jul 1, 2016", "Jul 1 – 3, 2016". */
export function formatShortDayRange(first: string, last: string): string {
  return dayInShort.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`))
}

/** `2016-07-01` as "Jul 1". */
export function formatShortDayOfYear(date: string): string {
  return dayOfYearInShort.format(new Date(`${date}T00:00:00Z`))
}
