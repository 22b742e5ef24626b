import { institution, type Institution } from '@alumni/shared/institution'
import { useSyncExternalStore } from 'react'

const storageKey = 'institution'
const unknown: Institution = {
  name: 'Alumni relations',
  short_name: 'Alumni',
  color: '#3b4252',
  logo_url: null,
  support_email: '',
}

let current = readStored()
const listeners = new Set<() => void>()

/** Returns the institution in the last reply, which is stored, so that a reload starts with the right color. */
export function useInstitution(): Institution {
  return useSyncExternalStore(subscribe, () => current)
}

/** Returns true if the institution comes from a reply of the server, false for the default institution. */
export function isFromServer(candidate: Institution): boolean {
  return candidate !== unknown
}

/** Stores the institution from a reply and updates what uses it. The default color replaces an invalid color. */
export function storeInstitution(reply: Institution) {
  const next = isColor(reply.color) ? reply : { ...reply, color: unknown.color }
  if (JSON.stringify(next) === JSON.stringify(current)) return
  current = next
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Storage may be disabled.
  }
  for (const listener of listeners) listener()
}

function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readStored(): Institution {
  try {
    const parsed = institution.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'))
    if (parsed.success && isColor(parsed.data.color)) return parsed.data
  } catch {
    // Storage may be disabled or hold invalid JSON.
  }
  return unknown
}
