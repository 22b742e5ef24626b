import type { Role } from '@alumni/shared/staff/accounts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isFreeKey, useLetterKeys } from '../ui/use-letter-key.ts'
import { focusSearchBox } from '../ui/form/search-box-focus.ts'
import { flatten, sectionsFor } from './sections.ts'

type Shortcuts = { role: Role | undefined; openHelp: () => void; toggleRail: () => void }

/** The keys that work on every page. Nothing happens during typing or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts) {
  const navigate = useNavigate()
  const [isOn] = useLetterKeys()
  const latest = useRef(shortcuts)
  latest.current = shortcuts

  useEffect(() => {
    if (!isOn) return
    let first = ''
    let forget: ReturnType<typeof setTimeout>
    // Before anybody else: the second of two keys is not a letter of the row or the page.
    function onSecondKey(event: KeyboardEvent) {
      if (!isFreeKey(event)) return
      const { role } = latest.current
      const place = role && flatten(sectionsFor(role)).find((section) => section.keys === `${first} ${event.key}`)
      clearTimeout(forget)
      first = event.key
      forget = setTimeout(() => (first = ''), 1000)
      if (!place) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void navigate({ to: place.path })
    }
    function onKey(event: KeyboardEvent) {
      if (!isFreeKey(event)) return
      const { openHelp, toggleRail } = latest.current
      const action = (
        {
          '/': () => void (focusSearchBox() || navigate({ to: '/alumni_search' })),
          '?': openHelp,
          '[': toggleRail,
        } as Record<string, () => void>
      )[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onSecondKey, { capture: true })
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onSecondKey, { capture: true })
      document.removeEventListener('keydown', onKey)
    }
  }, [isOn, navigate])
}
