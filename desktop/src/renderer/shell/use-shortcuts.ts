import type { Role } from '@alumni/shared/staff/accounts'
import { useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { isFreeKey, useLetterKey, useLetterKeys } from '../ui/use-letter-key.ts'
import { openPalette } from './palette-store.ts'
import { flattenSections, listSections } from './sections.ts'

type Shortcuts = { role: Role | undefined; openHelp: () => void; toggleRail: () => void }

/** Handles `/`, `?`, `[` and the two-key shortcuts of sections, such as `g e`, on every page in the shell. */
export function useShortcuts({ role, openHelp, toggleRail }: Shortcuts) {
  const navigate = useNavigate()
  useLetterKey('/', openPalette)
  useLetterKey('?', openHelp)
  useLetterKey('[', toggleRail)

  const [areOn] = useLetterKeys()
  const first = useRef({ key: '', time: 0 })
  function onSecondKey(event: KeyboardEvent) {
    if (!areOn || !isFreeKey(event)) return
    const { key, time } = first.current
    const keys = event.timeStamp - time < 1000 ? `${key} ${event.key}` : ''
    first.current = { key: event.key, time: event.timeStamp }
    const section = role && flattenSections(listSections(role)).find((each) => each.keys === keys)
    if (!section) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void navigate({ to: section.path })
  }
  // Captures the second key before row and page shortcuts can handle it.
  useWindowEvent('keydown', onSecondKey, { capture: true })
}
