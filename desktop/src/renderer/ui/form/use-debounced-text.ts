import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Text that is sent when typing pauses. A value from outside replaces it; the echo of what was sent, late or not, does not. */
export function useDebouncedText(value: string, send: (text: string) => void, pauseInMs: number) {
  const [text, setTyped] = useState(value)
  const unanswered = useRef([value])
  const sendLater = useDebouncedCallback((text: string) => {
    if (text.trim() === unanswered.current.at(-1)) return
    unanswered.current.push(text.trim())
    send(text.trim())
  }, pauseInMs)
  useEffect(() => {
    const echo = unanswered.current.lastIndexOf(value)
    unanswered.current = echo < 0 ? [value] : unanswered.current.slice(echo)
    if (echo >= 0) return
    sendLater.cancel()
    setTyped(value)
  }, [value, sendLater])
  return {
    typed: text,
    change(text: string) {
      setTyped(text)
      sendLater(text)
    },
    /** Sends at once what was typed. */
    flush: () => sendLater.flush(),
  }
}
