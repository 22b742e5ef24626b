import { readFileSync } from 'node:fs'
import { Conversion, type Match, type Person } from '../conversion.ts'
import { readAttendees, type ColumnsNeeded, type ReadOptions, type Settings } from '../read-attendees.ts'
import type { Source } from '../source.ts'

const person = (buid: string, display_name: string, class_year: number | null = null): Person => ({
  buid,
  display_name,
  class_year,
})

const onFile: Record<string, Person[]> = {
  'jose.alvarez@example.org': [person('B00000001', 'José Álvarez', 2011)],
  'siobhan.byrne@example.org': [person('B00000003', 'Siobhán Byrne')],
  'peggy.oneil@example.org': [person('B00000004', 'Dr. Margaret "Peggy" O’Neil', 2012)],
  'moneil@hospital.example.org': [person('B00000004', 'Dr. Margaret "Peggy" O’Neil', 2012)],
  'minh.nguyen@example.com': [person('B00000005', 'Minh Nguyễn', 2015)],
  'reyes@example.org': [person('B00000031', 'Ana “Anita” (Vega) Reyes'), person('B00000032', 'Luis Reyes', 2001)],
  'lee@example.org': [
    person('B00000033', 'Dr. Ann M. Lee'),
    person('B00000034', 'Ann Marie Lee'),
    person('B00000035', 'Bo Lee'),
  ],
  'smith.family@example.org': [person('B00000007', 'Mary Smith', 1998), person('B00000010', 'Robert Smith', 1997)],
}

function server() {
  const requested: string[] = []
  const match: Match = async (emails) => {
    requested.push(...emails)
    return emails.map((email) => ({ email, people: onFile[email] ?? [] }))
  }
  return { asked: requested, match }
}

export function fileOf(content: string | Uint8Array, pieceLength = 1 << 16): Source {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return {
    name: 'attendees.csv',
    size: bytes.length,
    async *open() {
      for (let from = 0; from < bytes.length; from += pieceLength) yield bytes.slice(from, from + pieceLength)
    },
  }
}

export function exportOf(name: string): Source {
  return fileOf(new Uint8Array(readFileSync(new URL(`./exports/${name}.csv`, import.meta.url))))
}

export async function convert(source: Source | string, settings: Settings = {}, options: Partial<ReadOptions> = {}) {
  const read = await readAttendees(typeof source === 'string' ? fileOf(source) : source, { settings, ...options })
  if ('guess' in read) throw new Error('The columns have to be chosen.')
  const conversion = new Conversion(read, settings.isDayFirst)
  const { asked, match } = server()
  await conversion.match(match, {})
  const rowsFor = (date: string | null = null, description = '') =>
    [...conversion.engagements({ activityCode: 'event_attended', description, date })].map(
      ({ buid, engagement_date, description }) => [buid, engagement_date, description],
    )
  return {
    conversion,
    asked,
    summary: conversion.summary(),
    totals: conversion.totals(),
    rowsFor,
    unmatched: [...conversion.unmatched()].map(({ line, reason, name }) => [line, reason, name]),
  }
}

export async function columnsNeeded(source: Source | string, settings: Settings = {}): Promise<ColumnsNeeded> {
  const read = await readAttendees(typeof source === 'string' ? fileOf(source) : source, { settings })
  if (!('guess' in read)) throw new Error(`Read as ${read.format}.`)
  return read
}
