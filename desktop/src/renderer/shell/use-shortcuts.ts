import type { Role } from '@alumni/shared/staff/accounts'
import { useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { isFreeKey, useLetterKey, useLetterKeys } from '../ui/use-letter-key.ts'
import { openPalette } from './palette-store.ts'
import { flatten, listSections } from './sections.ts'

type Shortcuts = { role: Role | undefined; openHelp: () => void; toggleRail: () => void }

/** The keys that work on every page. Nothing happens during typing or while a dialog is open. */
export function useShortcuts({ role, openHelp, toggleRail }: Shortcuts) {
  const navigate = useNavigate()
  useLetterKey('/', openPalette)
  useLetterKey('?', openHelp)
  useLetterKey('[', toggleRail)

  const [areOn] = useLetterKeys()
  const first = useRef({ key: '', at: 0 })
  function onSecondKey(event: KeyboardEvent) {
    if (!areOn || !isFreeKey(event)) return
    const { key, at } = first.current
    const keys = event.timeStamp - at < 1000 ? `${key} ${event.key}` : ''
    first.current = { key: event.key, at: event.timeStamp }
    const place = role && flatten(listSections(role)).find((section) => section.keys === keys)
    if (!place) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void navigate({ to: place.path })
  }
  // Before any other listener: the second of two keys is not a letter of the row or the page.
  useWindowEvent('keydown', onSecondKey, { capture: true })
}
