import { useWindowEvent } from '@mantine/hooks'

/** Calls `onEscape`, unless a list or dialog handles Escape or `shouldHandle` returns false for the focused element. */
export function useEscape(onEscape: () => void, shouldHandle: (target: Element) => boolean = () => true): void {
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !shouldHandle(event.target as Element)) return
    if (document.querySelector('[role="dialog"][aria-modal="true"]')) return
    event.preventDefault()
    onEscape()
  })
}
