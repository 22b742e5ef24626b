import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** When the row that has the focus leaves the list, the one that takes its place gets it; when none is left, the heading of the page. */
export function useKeepRowFocus(body: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const now = useRef(keys)
  const focused = useRef<{ key: string | undefined; index: number }>(undefined)

  useEffect(() => {
    function onFocusIn({ target }: FocusEvent) {
      const index = rowsIn(body.current).findIndex((row) => row.contains(target as Node))
      focused.current = index < 0 ? undefined : { key: now.current[index], index }
    }
    document.addEventListener('focusin', onFocusIn)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      const wasHere = focused.current !== undefined
      queueMicrotask(() => {
        if (wasHere && isFocusLost()) document.querySelector('h1')?.focus({ preventScroll: true })
      })
    }
  }, [body])

  useLayoutEffect(() => {
    now.current = keys
    const { key, index } = focused.current ?? {}
    if (key === undefined || index === undefined || keys.includes(key) || !isFocusLost()) return
    rowsIn(body.current)[Math.min(index, keys.length - 1)]?.focus()
  }, [body, keys])
}

function rowsIn(body: HTMLElement | null): HTMLElement[] {
  return [...(body?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
