import type { RecentDegree } from '@alumni/shared/alumni/record'
import { fold } from './fold.ts'

/** A person's columns of the table of alumni, for the index. */
export type Alumnus = {
  id: number
  buid: string
  contact_id: string | null
  prefix: string | null
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  suffix: string | null
  preferred_name: string | null
  former_last_name: string | null
  mobile_phone: string | null
  home_phone: string | null
  city: string | null
  state: string | null
  country: string | null
  postal_code: string | null
  deceased: boolean
  do_not_contact: boolean
  do_not_email: boolean
  /** Whether there is a primary address. */
  has_email: boolean
}

/** A degree or an area of study. A year that is not on file is 0, a day `none`; `shown` is what lists show of it. */
export type Degree = {
  college: string | null
  major: string | null
  degree: string | null
  year: number
  day: number
  isDegree: boolean
  shown: RecentDegree
}

/** `description` is blank where there is none. */
export type Engagement = { activity: string; description: string; day: number }

/** Answers to asks, by their numbers in the column. */
export const askAnswers = ['none', 'no', 'maybe', 'yes']

/** No value in a column of numbers; before every day. */
export const none = -(2 ** 30)

/** Activity and description as one text, which no other two make. */
export function eventOf(activity: string, description: string): string {
  return `${activity}\0${description}`
}

/** The two texts that `eventOf` was given. */
export function parseEvent(event: string): { activity: string; description: string } {
  const end = event.indexOf('\0')
  return { activity: event.slice(0, end), description: event.slice(end + 1) }
}

/** City, state and country as one text to compare and sort by, unknown parts last; null where none is on file. */
export function placeOf({ city, state, country }: Pick<Alumnus, 'city' | 'state' | 'country'>): string | null {
  const parts = [city, state, country].map((part) => fold(part ?? '') || unknownPart)
  return parts.some((part) => part !== unknownPart) ? parts.join('\t') : null
}

const unknownPart = '\uffff'

/** The parts of `placeOf`, folded; no text equals an unknown one. */
export function parsePlace(place: string): [city: string, state: string, country: string] {
  return place.split('\t') as [string, string, string]
}

/** Days since 1800-01-01 of a date such as `2026-07-01`; comparisons are all that is done with them. */
export function dayNumber(date: string): number {
  return Math.round((Date.parse(`${date}T00:00:00Z`) - Date.UTC(1800, 0, 1)) / 86_400_000)
}

/** The date of a day that `dayNumber` gave. */
export function formatDay(day: number): string {
  return new Date(Date.UTC(1800, 0, 1) + day * 86_400_000).toISOString().slice(0, 10)
}

/** A postal code to compare: five digits of a U.S. ZIP code; any other behind its country, such as `GB\tSW1A1AA`. */
export function postalCodeOf({ postal_code, country }: Pick<Alumnus, 'postal_code' | 'country'>): string | null {
  const text = postal_code?.trim() ?? ''
  const isAmerican = !country || country === 'US'
  const zip = isAmerican ? /^(\d{5})(?:-?\d{4})?$/.exec(text)?.[1] : undefined
  const code = zip ?? normalizePostalCode(text)
  return zip ?? (code === '' ? null : `${country ?? ''}\t${code}`)
}

/** A postal code without spaces and hyphens, in capitals. */
export function normalizePostalCode(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\d]/gu, '')
}

/** The digits of `B00000004` or `C-000000004`. */
export function parseIdentifier(id: string): number {
  return Number(id.slice(id.startsWith('C-') ? 2 : 1))
}

/** Whether a place of `placeOf` has a city. */
export function hasCity(place: string): boolean {
  return !place.startsWith(unknownPart)
}

/** All numbers of `length` digits that begin with `digits`. */
export function rangeWithPrefix(digits: string, length: number): { from: number; to: number } {
  return { from: Number(digits.padEnd(length, '0')), to: Number(digits.padEnd(length, '9')) }
}
