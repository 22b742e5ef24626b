import { withPeriods } from '@alumni/shared/clock'
import { useEffect, useState } from 'react'

const formatFullDate = createFormat({ dateStyle: 'full' })
const formatFullTime = createFormat({ dateStyle: 'full', timeStyle: 'long' })
const formatDate = createFormat({ dateStyle: 'medium' })
const formatClock = createFormat({ timeStyle: 'short' })
const formatWeekday = createFormat({ weekday: 'long' })
const formatYear = createFormat({ year: 'numeric' })

/** Keeps one formatter for each time zone, because creating one takes 30 times as long as formatting. */
function createFormat(options: Intl.DateTimeFormatOptions) {
  const formats: Record<string, Intl.DateTimeFormat> = {}
  return (date: string | Date, timeZone?: string) => {
    const format = (formats[timeZone ?? ''] ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone }))
    return format.format(new Date(date))
  }
}

/** Renders a time such as "3:15 p.m. today", with the exact time on hover; updates every minute. */
export function RelativeTime({ time }: { time: string }) {
  const now = useCurrentMinute()
  return (
    <time dateTime={time} title={withPeriods(formatFullTime(time))}>
      {formatRelative(time, now)}
    </time>
  )
}

/** Renders a date such as "Nov 21", with the full date on hover; `date` is a timestamp or a day. */
export function ShortDate({ date, zone }: { date: string; zone?: string | undefined }) {
  const all = date.length === 10 ? formatFullDate(date, 'UTC') : formatFullTime(date, zone)
  return (
    <time dateTime={date} title={withPeriods(all)}>
      {formatShortDate(date, zone)}
    </time>
  )
}

/** Formats a date as "Nov 21", or as "Nov 21, 2019" if the year is not the current one. */
export function formatShortDate(date: string, zone?: string): string {
  return formatDate(date, date.length === 10 ? 'UTC' : zone).replace(`, ${formatYear(new Date(), zone)}`, '')
}

function formatRelative(isoTime: string, now: Date): string {
  const moment = new Date(isoTime)
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / 86_400_000)
  const time = withPeriods(formatClock(moment))
  if (days === 0) return `${time} today`
  if (days === 1) return `${time} yesterday`
  if (days < 7) return `${time} ${formatWeekday(moment)}`
  return formatShortDate(isoTime)
}

const startOfDay = (date: Date) => new Date(date).setHours(0, 0, 0, 0)

function useCurrentMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
