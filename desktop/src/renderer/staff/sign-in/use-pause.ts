import { useEffect, useState } from 'react'
import { HttpError } from '../../http.ts'

/** Seconds until the server wants to be asked again, counted down; 0 when it may be asked. */
export function usePause(error: unknown): number {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const seconds = error instanceof HttpError ? error.body.retry_after : undefined
    if (!seconds) return
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }, [error])
  useEffect(() => {
    if (until <= now) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [until, now])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
