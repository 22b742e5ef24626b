import type { DoorPage } from '@alumni/shared/publications/door'
import { expect, test } from 'vitest'
import {
  forgetDoorLists,
  forgetPastDoorLists,
  readMarks,
  storeDoorList,
  readDoorList,
  storeMarks,
} from './door-store.ts'

const stored = new Map<string, string>()
const storage = new Proxy(
  {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
  {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
)
Object.assign(globalThis, { localStorage: storage })

const going = { guests: 0, status: 'going', unmarked: 'going', marked_at: null } as const
const list = (id: number, endedHoursAgo: number): DoorPage => ({
  user_id: 7,
  event: {
    id,
    title: 'Regatta',
    opens_at: '2026-05-01T04:00:00.000Z',
    ends_at: new Date(Date.now() - endedHoursAgo * 60 * 60_000).toISOString(),
    time_zone: 'America/New_York',
    is_cancelled: false,
  },
  guests: [{ ...going, id: 1, name: 'Rosa García Márquez', code: 'K7P-4QX' }],
})
const tap = {
  id: '0190a6e2-7b1c-4c6e-8d7a-2f8f2b1c0d11',
  rsvp: 1,
  attendance: 'attended',
  at: '2026-05-01T12:00:00.000Z',
} as const

test('Stan’s list is stored until twelve hours after the event', () => {
  storeDoorList(list(1, 11))
  storeDoorList(list(2, 13))
  expect([readDoorList(1)?.guests[0]?.name, readDoorList(2)]).toEqual(['Rosa García Márquez', undefined])
  stored.set('door-list:3', JSON.stringify(list(3, 13)))
  forgetPastDoorLists()
  expect([...stored.keys()]).toEqual(['door-list:1'])
})

test('signing out removes all names, while Stan’s check-ins wait for him alone', () => {
  storeDoorList(list(1, 0))
  storeMarks(1, 7, [tap])
  forgetDoorLists()
  expect([...stored.values()].join()).not.toMatch(/Rosa|K7P/)
  expect([readMarks(1, 7), readMarks(1, 8)]).toEqual([[tap], []])
  storeMarks(1, 7, [])
  expect(stored.size).toBe(0)
})
