import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Text that is sent when typing pauses. A value from outside replaces it; the echo of what was sent does not. */
export function useTyped(value: string, send: (text: string) => void, pauseInMs: number) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const sendLater = useDebouncedCallback((text: string) => {
    if (text.trim() === sent.current) return
    sent.current = text.trim()
    send(sent.current)
  }, pauseInMs)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    sendLater.cancel()
    setTyped(value)
  }, [value, sendLater])
  return {
    typed,
    type(text: string) {
      setTyped(text)
      sendLater(text)
    },
    /** Sends at once what was typed. */
    settle: () => sendLater.flush(),
  }
}
