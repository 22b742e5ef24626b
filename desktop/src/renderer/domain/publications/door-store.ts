import { doorHours, doorPage, type DoorPage, type StoredMark } from '@alumni/shared/publications/door'

const lists = 'door-list:'
const marks = 'door-marks:'
/** The browser's own store of the page's document and files; one for each address. */
export const doorCachePrefix = 'door:'

/** The list as it was last read. Its people's names stay until the sign-out, and `doorHours` after the event's end. */
export function readDoor(event: number): DoorPage | undefined {
  const page = doorPage.safeParse(read(lists + event)).data
  return page && !isOver(page) ? page : undefined
}

export function storeDoor(page: DoorPage): void {
  write(lists + page.event.id, isOver(page) ? null : page)
}

/** Returns the taps that have not arrived yet, oldest first. They name no one, so they outlive the sign-in. */
export function readMarks(event: number, user: number): StoredMark[] {
  return read(`${marks}${event}:${user}`) ?? []
}

export function storeMarks(event: number, user: number, waiting: readonly StoredMark[]): void {
  write(`${marks}${event}:${user}`, waiting.length > 0 ? waiting : null)
}

/** Whoever signs in next, or finds the phone, does not see who was on a list. */
export function forgetDoors(): void {
  for (const key of keysOf(lists)) write(key, null)
  void forgetFiles().catch(() => undefined)
}

/** At each start of the app: the list of an event that is over goes. */
export function forgetPastDoors(): void {
  const stored = keysOf(lists)
  const past = stored.filter((key) => !readDoor(Number(key.slice(lists.length))))
  for (const key of past) write(key, null)
  if (past.length > 0 && past.length === stored.length) void forgetFiles().catch(() => undefined)
}

async function forgetFiles(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(doorCachePrefix)) await caches.delete(name)
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}

function isOver({ event }: DoorPage): boolean {
  return Date.parse(event.ends_at) + doorHours * 60 * 60_000 < Date.now()
}

/** For a browser that stores nothing: then all is gone with the page. */
const unstored = new Map<string, unknown>()

function read<Value>(key: string): Value | undefined {
  try {
    const text = localStorage.getItem(key)
    if (text !== null) return JSON.parse(text) as Value
  } catch {
    // Storage is switched off, or holds what is no JSON.
  }
  return unstored.get(key) as Value | undefined
}

function write(key: string, value: unknown): void {
  unstored.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    unstored.set(key, value)
  }
}

function keysOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
