import type { RecentDegree } from '@alumni/shared/alumni/record'
import { fold } from './fold.ts'

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
  has_email: boolean
}

/** A degree or area of study. If unknown, `year` is 0 and `day` is `none`. `shown` is for display. */
export type Degree = {
  college: string | null
  major: string | null
  degree: string | null
  year: number
  day: number
  isDegree: boolean
  shown: RecentDegree
}

export type Engagement = { activity: string; description: string; day: number }

/** The `asks` column stores each answer as an index into this list. */
export const askAnswers = ['none', 'no', 'maybe', 'yes']

/** Marks a missing value in number columns; less than every day number. */
export const none = -(2 ** 30)

export function eventOf(activity: string, description: string): string {
  return `${activity}\0${description}`
}

export function parseEvent(event: string): { activity: string; description: string } {
  const end = event.indexOf('\0')
  return { activity: event.slice(0, end), description: event.slice(end + 1) }
}

/** Combines the folded city, state and country into one text that sorts unknown parts last; null if all are unknown. */
export function placeOf({ city, state, country }: Pick<Alumnus, 'city' | 'state' | 'country'>): string | null {
  const parts = [city, state, country].map((part) => fold(part ?? '') || unknownPart)
  return parts.some((part) => part !== unknownPart) ? parts.join('\t') : null
}

export const unknownPart = '\uffff'

/** Splits a text from `placeOf` into folded parts; an unknown part is `unknownPart`. */
export function parsePlace(place: string): [city: string, state: string, country: string] {
  return place.split('\t') as [string, string, string]
}

/** Converts a date such as `2026-07-01` to the number of days since 1800-01-01. */
export function dayNumber(date: string): number {
  return Math.round((Date.parse(`${date}T00:00:00Z`) - Date.UTC(1800, 0, 1)) / 86_400_000)
}

export function formatDayNumber(day: number): string {
  return new Date(Date.UTC(1800, 0, 1) + day * 86_400_000).toISOString().slice(0, 10)
}

/** Normalizes a U.S. postal code to five digits; prefixes others with the country, as in `GB\tSW1A1AA`. */
export function postalCodeOf({ postal_code, country }: Pick<Alumnus, 'postal_code' | 'country'>): string | null {
  const text = postal_code?.trim() ?? ''
  const isAmerican = !country || country === 'US'
  const zip = isAmerican ? /^(\d{5})(?:-?\d{4})?$/.exec(text)?.[1] : undefined
  const code = zip ?? normalizePostalCode(text)
  return zip ?? (code === '' ? null : `${country ?? ''}\t${code}`)
}

export function normalizePostalCode(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\d]/gu, '')
}

/** Returns the number in `B00000012` or `C-000000012`. */
export function parseIdentifier(id: string): number {
  return Number(id.slice(id.startsWith('C-') ? 2 : 1))
}

export function hasCity(place: string): boolean {
  return !place.startsWith(unknownPart)
}

/** Returns 1200 and 1299 for `12` and a length of 4. */
export function rangeWithPrefix(digits: string, length: number): { from: number; to: number } {
  return { from: Number(digits.padEnd(length, '0')), to: Number(digits.padEnd(length, '9')) }
}
