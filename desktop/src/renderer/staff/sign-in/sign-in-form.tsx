import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { HttpError } from '../../http.ts'

type EmailFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void }

export function EmailField({ value, error, onChange }: EmailFieldProps) {
  return (
    <TextInput
      label="E-mail"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Returns the seconds until the server accepts another request, counting down to 0. */
export function useRetryCountdown(error: unknown): number {
  const [retryAt, setRetryAt] = useState(0)
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const seconds = error instanceof HttpError ? error.body.retry_after : undefined
    if (!seconds) return
    setNow(performance.now())
    setRetryAt(performance.now() + seconds * 1000)
  }, [error])
  useEffect(() => {
    if (retryAt <= now) return
    const timer = setTimeout(() => setNow(performance.now()), 1000)
    return () => clearTimeout(timer)
  }, [retryAt, now])
  return Math.max(0, Math.ceil((retryAt - now) / 1000))
}
