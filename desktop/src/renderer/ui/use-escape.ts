import { useWindowEvent } from '@mantine/hooks'

/** Escape, unless an open list or a dialog takes it, or it is not meant for this. */
export function useEscape(onEscape: () => void, isMeant: (target: Element) => boolean = () => true): void {
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isMeant(event.target as Element)) return
    if (document.querySelector('[role="dialog"][aria-modal="true"]')) return
    event.preventDefault()
    onEscape()
  })
}
