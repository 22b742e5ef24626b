import { doorHours, doorPage, type DoorPage, type StoredMark } from '@alumni/shared/publications/door'

const listPrefix = 'door-list:'
const markPrefix = 'door-marks:'
/** Name prefix of the browser caches that hold a door page's document and files. */
export const doorCachePrefix = 'door:'

/** Returns the last loaded list, which is stored until sign-out or until `doorHours` hours after the event ends. */
export function readDoorList(event: number): DoorPage | undefined {
  const page = doorPage.safeParse(read(listPrefix + event)).data
  return page && !isOver(page) ? page : undefined
}

/** Stores a door list for offline use, or deletes the stored one if the event ended more than `doorHours` hours ago. */
export function storeDoorList(page: DoorPage): void {
  write(listPrefix + page.event.id, isOver(page) ? null : page)
}

/** Returns the unsent attendance marks, oldest first. They contain no names, so they survive a sign-out. */
export function readMarks(event: number, user: number): StoredMark[] {
  return read(`${markPrefix}${event}:${user}`) ?? []
}

export function storeMarks(event: number, user: number, waiting: readonly StoredMark[]): void {
  write(`${markPrefix}${event}:${user}`, waiting.length > 0 ? waiting : null)
}

/** Deletes all stored door lists and cached pages, at sign-out or if access is refused. Unsent marks stay. */
export function forgetDoorLists(): void {
  for (const key of listKeys(listPrefix)) write(key, null)
  void forgetFiles().catch(() => undefined)
}

/** Deletes the door lists of past events, and the cached pages if no list is left. Called when the app starts. */
export function forgetPastDoorLists(): void {
  const stored = listKeys(listPrefix)
  const past = stored.filter((key) => !readDoorList(Number(key.slice(listPrefix.length))))
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

/** Used if the browser's storage is disabled. */
const fallbackStore = new Map<string, unknown>()

function read<Value>(key: string): Value | undefined {
  try {
    const text = localStorage.getItem(key)
    if (text !== null) return JSON.parse(text) as Value
  } catch {
    // Storage is disabled or holds invalid JSON.
  }
  return fallbackStore.get(key) as Value | undefined
}

function write(key: string, value: unknown): void {
  fallbackStore.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    fallbackStore.set(key, value)
  }
}

function listKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
