import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Sends the text when typing pauses. A new `value` replaces the text, unless this field itself has sent that value. */
export function useDebouncedText(value: string, send: (text: string) => void, pauseInMs: number) {
  const [text, setText] = useState(value)
  const sent = useRef([value])
  const sendDebounced = useDebouncedCallback((next: string) => {
    if (next.trim() === sent.current.at(-1)) return
    sent.current.push(next.trim())
    send(next.trim())
  }, pauseInMs)
  useEffect(() => {
    const echo = sent.current.lastIndexOf(value)
    sent.current = echo < 0 ? [value] : sent.current.slice(echo)
    if (echo >= 0) return
    sendDebounced.cancel()
    setText(value)
  }, [value, sendDebounced])
  return {
    text,
    change(next: string) {
      setText(next)
      sendDebounced(next)
    },
    flush: () => sendDebounced.flush(),
  }
}
