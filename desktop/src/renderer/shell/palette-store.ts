import { createSpotlight } from '@mantine/spotlight'
import { useLayoutEffect } from 'react'

const [store, { open }] = createSpotlight()
export const paletteStore = store

export function openPalette(): void {
  open()
}

/** People arrive during typing: the first line is chosen, or the one that was walked to, wherever it now stands. */
export function usePaletteSelection(ids: string): void {
  useLayoutEffect(() => {
    const state = store.getState()
    const lines = [...(document.getElementById(state.listId)?.querySelectorAll('[data-action]') ?? [])]
    if (lines.length === 0) return
    const walkedTo = state.selected > 0 ? lines.findIndex((line) => line.hasAttribute('data-selected')) : -1
    const selected = Math.max(0, walkedTo)
    lines.forEach((line, i) => line.toggleAttribute('data-selected', i === selected))
    store.setState({ ...state, selected })
  }, [ids])
}
