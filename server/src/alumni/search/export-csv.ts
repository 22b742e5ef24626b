import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  exportColumnNames,
  exportColumns,
  isLetterColumn,
  leftOutMark,
  type ExportColumn,
  type ExportSearchQuery,
  type OptedOutChoice,
} from '@alumni/shared/alumni/export'
import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { emailBlockerOf, phoneBlockerOf } from '@alumni/shared/champions/contact-preferences'
import type { Db } from '../../foundations/database/db.ts'
import { readFound } from './read-found.ts'

const perBatch = 500

type Columns = readonly ExportColumn[] | undefined
type Cell = string | number | null

/** A file has the columns that were chosen, in their usual order; without a choice all of them. */
function chosen(columns: Columns): ExportColumn[] {
  return exportColumnNames.filter((name) => !columns || columns.includes(name))
}

export function exportHeader(columns: Columns): string[] {
  return chosen(columns).map((name) => exportColumns[name])
}

/** The alumni with these ids for a file, 500 at a time in their order, until the reader goes away. */
export async function* exportRows(
  db: Db,
  ids: Int32Array,
  { columns, opted_out, ...asked }: ExportSearchQuery,
): AsyncGenerator<Cell[][]> {
  const names = chosen(columns)
  for (let at = 0; at < ids.length; at += perBatch) {
    const batch = ids.subarray(at, at + perBatch)
    const people = await readFound(db, batch, asked)
    const letters = names.some(isLetterColumn) ? await lettersOf(db, batch) : undefined
    yield people.map((person) =>
      names.map((name) => cells[name]({ ...person, letter: letters?.get(person.id) }, opted_out)),
    )
    await yieldToEventLoop()
  }
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

/** Reads what a letter by post needs, by alumnus id. */
async function lettersOf(db: Db, ids: Int32Array) {
  const rows = await db.findAll(
    'alumni',
    ['id', 'prefix', 'first_name', 'preferred_name', 'last_name', 'street', 'postal_code'],
    { id: [...ids] },
  )
  return new Map(rows.map((row) => [row.id, row]))
}

type Letter = NonNullable<ReturnType<Awaited<ReturnType<typeof lettersOf>>['get']>>
type Exported = FoundAlumnus & { letter: Letter | undefined }

/** A value that may be used, or the mark that there is one. */
function usable(
  value: string | null | undefined,
  person: Exported,
  optedOut: OptedOutChoice,
  whyNot: typeof emailBlockerOf,
): Cell {
  return value && optedOut !== 'with_contact' && whyNot(person) ? leftOutMark : (value ?? null)
}

/** "Dr. O’Neil", else "Peggy". */
function salutation({ prefix, first_name, preferred_name, last_name }: Letter): string | null {
  return prefix && last_name ? `${prefix} ${last_name}` : preferred_name || first_name || last_name
}

const cells: Record<ExportColumn, (person: Exported, optedOut: OptedOutChoice) => Cell> = {
  buid: ({ buid }) => buid,
  contact_id: ({ contact_id }) => contact_id,
  name: ({ name }) => name,
  first_name: ({ letter }) => letter?.first_name ?? null,
  last_name: ({ letter }) => letter?.last_name ?? null,
  preferred_name: ({ letter }) => letter?.preferred_name ?? null,
  salutation: ({ letter }) => (letter ? salutation(letter) : null),
  street: (person, optedOut) => usable(person.letter?.street, person, optedOut, phoneBlockerOf),
  postal_code: (person, optedOut) => usable(person.letter?.postal_code, person, optedOut, phoneBlockerOf),
  class_years: ({ class_years }) => class_years.join(' '),
  degree: ({ recent_degree }) => recent_degree?.degree_code ?? null,
  major: ({ recent_degree }) => recent_degree?.major_desc ?? null,
  college: ({ recent_degree }) => recent_degree?.college_name ?? null,
  email: (person, optedOut) => usable(person.primary_email, person, optedOut, emailBlockerOf),
  phone: (person, optedOut) => usable(person.mobile_phone, person, optedOut, phoneBlockerOf),
  city: ({ city }) => city,
  state: ({ state }) => state,
  country: ({ country }) => country,
  employer: ({ employer }) => employer,
  job_title: ({ job_title }) => job_title,
  last_engaged: ({ last_engaged }) => last_engaged,
  engagements: ({ engagements }) => engagements,
  champion: ({ is_champion }) => yesOrNo(is_champion),
  deceased: ({ deceased }) => yesOrNo(deceased),
  do_not_contact: ({ do_not_contact }) => yesOrNo(do_not_contact),
  do_not_email: ({ do_not_email }) => yesOrNo(do_not_email),
}
