import { createSpotlight, useSpotlight } from '@mantine/spotlight'
import { useEffect, useLayoutEffect, useState } from 'react'

const [store, { open, close }] = createSpotlight()
export const paletteStore = store

/** What was typed before the palette was there to hear it. */
let early = ''
let receive: ((add: (typed: string) => string) => void) | undefined

/** Opens it; until it has the focus, for which its script may have to come first, no letter lands in the page behind. */
export function openPalette(): void {
  early = ''
  open()
  document.addEventListener('keydown', onEarlyKey, { capture: true })
}

function onEarlyKey(event: KeyboardEvent): void {
  const isThere = document.activeElement?.closest('.mantine-Spotlight-content')
  if (isThere || !store.getState().opened) {
    document.removeEventListener('keydown', onEarlyKey, { capture: true })
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.key === 'Escape') close()
  if (event.key === 'Enter') document.getElementById(listId)?.querySelector<HTMLElement>('[data-selected]')?.click()
  if (event.key.length > 1) return
  if (receive) receive((typed) => typed + event.key)
  else early += event.key
}

/** The words of the palette, which begin with what was typed early. */
export function usePaletteText() {
  const [typed, setTyped] = useState(() => early)
  useEffect(() => {
    receive = setTyped
    return () => (receive = undefined)
  }, [])
  return [typed, setTyped] as const
}

export const listId = 'palette-results'

/** Returns the index of the chosen line. `ids` names the lines, which may change while the palette is open. */
export function usePaletteSelection(ids: string): number {
  useLayoutEffect(() => chooseLine(), [ids])
  return useSpotlight(store).selected
}

/** Chooses the first line, or keeps the one that was walked to, wherever it now stands. */
export function chooseLine(list: Element | null = document.getElementById(listId)): void {
  const lines = [...(list?.querySelectorAll('[data-action]') ?? [])]
  if (lines.length === 0) return
  const state = store.getState()
  const walkedTo = state.selected > 0 ? lines.findIndex((line) => line.hasAttribute('data-selected')) : -1
  const selected = Math.max(0, walkedTo)
  lines.forEach((line, i) => line.toggleAttribute('data-selected', i === selected))
  store.setState({ ...state, selected })
}

/** Reports the line that a key has led to: the library moves it without a word to its listeners. */
export function onPaletteKey(): void {
  queueMicrotask(() => store.setState(store.getState()))
}
