import { createSpotlight, useSpotlight } from '@mantine/spotlight'
import { useEffect, useLayoutEffect, useState } from 'react'

const [store, { open, close }] = createSpotlight()
export const paletteStore = store

let earlyText = ''
let updateText: ((add: (text: string) => string) => void) | undefined

/** Opens the palette and captures keystrokes until it has focus, because the palette's script may still be loading. */
export function openPalette(): void {
  earlyText = ''
  open()
  document.addEventListener('keydown', onEarlyKey, { capture: true })
}

function onEarlyKey(event: KeyboardEvent): void {
  const hasFocus = document.activeElement?.closest('.mantine-Spotlight-content')
  if (hasFocus || !store.getState().opened) {
    document.removeEventListener('keydown', onEarlyKey, { capture: true })
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.key === 'Escape') close()
  if (event.key === 'Enter')
    document.getElementById(paletteListId)?.querySelector<HTMLElement>('[data-selected]')?.click()
  if (event.key.length > 1) return
  if (updateText) updateText((text) => text + event.key)
  else earlyText += event.key
}

/** Returns the palette's text and its setter. The text starts with letters typed before the palette was rendered. */
export function usePaletteText() {
  const [text, setText] = useState(() => earlyText)
  useEffect(() => {
    updateText = setText
    return () => (updateText = undefined)
  }, [])
  return [text, setText] as const
}

export const paletteListId = 'palette-results'

/** Returns the index of the selected line. Updates the selection when `ids`, the joined ids of the lines, changes. */
export function usePaletteSelection(ids: string): number {
  useLayoutEffect(() => selectLine(), [ids])
  return useSpotlight(store).selected
}

/** Selects the first line, unless the user has moved to another line that is still there. */
export function selectLine(list: Element | null = document.getElementById(paletteListId)): void {
  const lines = [...(list?.querySelectorAll('[data-action]') ?? [])]
  if (lines.length === 0) return
  const state = store.getState()
  const selectedIndex = state.selected > 0 ? lines.findIndex((line) => line.hasAttribute('data-selected')) : -1
  const selected = Math.max(0, selectedIndex)
  lines.forEach((line, i) => line.toggleAttribute('data-selected', i === selected))
  store.setState({ ...state, selected })
}

/** Notifies listeners after a key press, because the library moves the selection without notifying them. */
export function onPaletteKey(): void {
  queueMicrotask(() => store.setState(store.getState()))
}
