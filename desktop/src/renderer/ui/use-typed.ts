import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Text that is said on when the typing pauses. What comes from outside replaces it; the echo of what was said does not. */
export function useTyped(value: string, say: (text: string) => void, pauseInMs: number) {
  const [typed, setTyped] = useState(value)
  const said = useRef(value)
  const sayLater = useDebouncedCallback((text: string) => {
    if (text.trim() === said.current) return
    said.current = text.trim()
    say(said.current)
  }, pauseInMs)
  useEffect(() => {
    if (value === said.current) return
    said.current = value
    sayLater.cancel()
    setTyped(value)
  }, [value, sayLater])
  return {
    typed,
    type(text: string) {
      setTyped(text)
      sayLater(text)
    },
    /** Says at once what was typed. */
    settle: () => sayLater.flush(),
  }
}
