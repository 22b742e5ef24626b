import { useEffect, useState } from 'react'
import { ago } from './ago.ts'

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** When people were counted last; says so when the server is out of reach since. */
export function Freshness({ at, isOutOfTouch }: { at: string; isOutOfTouch: boolean }) {
  const now = useNow(10_000)
  return (
    <>
      People counted{' '}
      <time dateTime={at} title={exact.format(new Date(at))}>
        {ago(new Date(at), now)}
      </time>
      {isOutOfTouch && '; the server does not answer, newer figures follow when it does'}. The search that a number
      opens is of this moment.
    </>
  )
}

function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
