const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2008-05-09` as "May 9, 2008". */
export function dayWords(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`))
}

/** `2016-07-01` as "July 2016". */
export function monthWords(date: string): string {
  return month.format(new Date(`${date}T00:00:00Z`))
}
