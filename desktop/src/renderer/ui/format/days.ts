const toDate = (date: string) => new Date(`${date}T00:00:00Z`)

function createFormat(options: Intl.DateTimeFormatOptions) {
  const { format } = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (date: string): string => format(toDate(date))
}

/** Formats `2008-05-09` as "May 9, 2008". */
export const formatDay = createFormat({ dateStyle: 'long' })

/** Formats `2016-07-01` as "July 2016". */
export const formatMonth = createFormat({ month: 'long', year: 'numeric' })

/** Formats `2008-05-09` as "May 9". */
export const formatDayOfYear = createFormat({ month: 'long', day: 'numeric' })

export const formatMonthName = createFormat({ month: 'long' })

export const formatShortMonthName = createFormat({ month: 'short' })

/** Formats `2016-07-01` as "Jul 1". */
export const formatShortDayOfYear = createFormat({ month: 'short', day: 'numeric' })

const shortDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats `2016-07-01` as "Jul 1, 2016". */
export function formatShortDay(date: string): string {
  return shortDay.format(toDate(date))
}

/** Formats two days as "Jul 1 – 3, 2016", or as "Jul 1, 2016" if they are equal. */
export function formatShortDayRange(first: string, last: string): string {
  return shortDay.formatRange(toDate(first), toDate(last))
}
