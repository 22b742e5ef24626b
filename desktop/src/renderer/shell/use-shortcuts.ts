import type { Role } from '@alumni/shared/staff'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useRememberedSwitch } from './remembered.ts'
import { focusSearchBox } from './search-box-focus.ts'
import { flatten, sectionsFor } from './sections.ts'

type Shortcuts = { role: Role | undefined; openHelp: () => void; toggleRail: () => void }

/** Single letters can be switched off (WCAG 2.1.4); the palette's Ctrl/⌘ K stays. */
export function useLetterKeys() {
  return useRememberedSwitch('letter-keys', true)
}

/** The keys that work on every page. Nothing happens while someone types or a dialog is open. */
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
      const deed = (
        {
          '/': () => void (focusSearchBox() || navigate({ to: '/alumni_search' })),
          '?': openHelp,
          '[': toggleRail,
        } as Record<string, () => void>
      )[event.key]
      if (!deed) return
      event.preventDefault()
      deed()
    }
    document.addEventListener('keydown', onSecondKey, { capture: true })
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onSecondKey, { capture: true })
      document.removeEventListener('keydown', onKey)
    }
  }, [isOn, navigate])
}

/** One more letter, on the page that is shown. */
export function useLetterKey(letter: string, deed: () => void) {
  const [isOn] = useLetterKeys()
  const latest = useRef(deed)
  latest.current = deed
  useEffect(() => {
    if (!isOn) return
    function onKey(event: KeyboardEvent) {
      if (event.key !== letter || !isFreeKey(event)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn, letter])
}

/** Whether a key press is meant for the page, not for a field, a dialog or the browser. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]')) return false
  return document.querySelector('[role="dialog"][aria-modal="true"]') === null
}
