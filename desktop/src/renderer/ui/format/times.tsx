import { withPeriods } from '@alumni/shared/clock'
import { useEffect, useState } from 'react'

const locale = 'en-US'
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' })
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long' })
const thisYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
const otherYear = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric' })

/** Renders a time such as "3:15 p.m. today", with the exact time on hover; updates every minute. */
export function RelativeTime({ time }: { time: string }) {
  const now = useCurrentMinute()
  const moment = new Date(time)
  return (
    <time dateTime={time} title={withPeriods(exact.format(moment))}>
      {formatRelative(moment, now)}
    </time>
  )
}

/** Renders a date such as "Nov 21", with the full date on hover; `date` is a timestamp or a day. */
export function ShortDate({ date, zone }: { date: string; zone?: string | undefined }) {
  const isDay = date.length === 10
  const all = new Date(date).toLocaleString(locale, {
    dateStyle: 'full',
    timeStyle: isDay ? undefined : 'long',
    timeZone: isDay ? 'UTC' : zone,
  })
  return (
    <time dateTime={date} title={withPeriods(all)}>
      {formatShortDate(date, zone)}
    </time>
  )
}

/** Formats a date as "Nov 21", or as "Nov 21, 2019" if the year is not the current one. */
export function formatShortDate(date: string, zone?: string): string {
  const timeZone = date.length === 10 ? 'UTC' : zone
  const text = new Date(date).toLocaleDateString(locale, { dateStyle: 'medium', timeZone })
  return text.replace(`, ${new Date().toLocaleDateString(locale, { year: 'numeric', timeZone: zone })}`, '')
}

function formatRelative(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / 86_400_000)
  const time = withPeriods(clock.format(moment))
  if (days === 0) return `${time} today`
  if (days === 1) return `${time} yesterday`
  if (days < 7) return `${time} ${weekday.format(moment)}`
  return moment.getFullYear() === now.getFullYear() ? thisYear.format(moment) : otherYear.format(moment)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

function useCurrentMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
