import { buildScannedText, applyMarks, type DoorGuest } from '@alumni/shared/publications/door'
import { expect, test } from 'vitest'
import { checkCode } from './verdict.ts'

const person = (id: number, name: string, status: DoorGuest['unmarked'], code: string): DoorGuest => ({
  id,
  name,
  guests: 0,
  status,
  unmarked: status,
  marked_at: null,
  code,
})
const event = { id: 12, time_zone: 'America/New_York' }
const rosa = { ...person(1, 'Rosa Álvarez', 'going', 'K7P-4QX'), guests: 1 }
const guests = [rosa, person(2, 'Wen Li', 'waiting', 'W8N-000'), person(3, 'Ben Ode', 'cancelled', 'BEN-111')]
const time = '2026-12-01T23:05:00.000Z'
const markOf = (rsvp: number, attendance: 'attended' | 'going') => ({
  id: crypto.randomUUID(),
  rsvp,
  attendance,
  at: time,
})
const verdict = (text: string, list = guests) => checkCode({ event, guests: list }, text)

test('Rosa’s code checks her in, typed or scanned, and a second time shows since when she is there', () => {
  for (const text of ['k7p4qx', 'K7P-4QX', buildScannedText(12, 'K7P-4QX')])
    expect(verdict(text)).toMatchObject({
      tone: 'good',
      message: 'Rosa Álvarez is checked in, with 1 guest.',
      guest: rosa,
      next: 'Undo',
    })
  const again = verdict('K7P-4QX', applyMarks(guests, [markOf(1, 'attended')]))
  expect(again).toEqual({ tone: 'warn', message: 'Rosa Álvarez was already checked in at 6:05\u00a0p.m.' })
})

test('a guest on the waiting list, a canceled guest and a wrong code are not checked in, and Stan reads why', () => {
  expect(verdict('W8N-000')).toMatchObject({ message: 'Wen Li is on the waiting list.', next: 'Check in anyway' })
  expect(verdict('BEN-111')).toMatchObject({ message: 'Ben Ode has canceled.', next: 'Check in anyway' })
  expect(verdict(buildScannedText(13, 'K7P-4QX'))).toEqual({ tone: 'bad', message: 'This code is for another event.' })
  expect(verdict('ZZZ-999').message).toBe('This code is not on the list. Search by name.')
  expect(verdict('https://example.org').message).toBe('This code is not on the list. Search by name.')
})

test('two guests with the same code are found by name', () => {
  expect(verdict('K7P-4QX', [rosa, person(4, 'Ana Ruiz', 'going', 'K7P-4QX')]).guest).toBeUndefined()
})

test('undoing a check-in without a network restores the state of each guest', () => {
  const marks = [markOf(2, 'attended'), markOf(3, 'attended'), markOf(2, 'going')]
  expect(applyMarks(guests, marks).map(({ status }) => status)).toEqual(['going', 'waiting', 'attended'])
  const read = applyMarks(guests, marks)
  expect(applyMarks(read, [markOf(3, 'going')]).map(({ status }) => status)).toEqual(['going', 'waiting', 'cancelled'])
})
