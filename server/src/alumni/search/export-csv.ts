import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { exportColumnNames, exportColumns, isLetterColumn, leftOutMark } from '@alumni/shared/alumni/export'
import type { ExportColumn, ExportSearchQuery, OptedOutChoice } from '@alumni/shared/alumni/export'
import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { emailBlockerOf, phoneBlockerOf } from '@alumni/shared/champions/contact-preferences'
import type { Db } from '../../foundations/database/db.ts'
import { readFoundAlumni } from './read-found.ts'

const batchSize = 500

type Columns = readonly ExportColumn[] | undefined
type Cell = string | number | null

function selectColumns(columns: Columns): ExportColumn[] {
  return exportColumnNames.filter((name) => !columns || columns.includes(name))
}

export function exportHeader(columns: Columns): string[] {
  return selectColumns(columns).map((name) => exportColumns[name])
}

export async function* exportRows(
  db: Db,
  ids: Int32Array,
  { columns, opted_out, ...filters }: ExportSearchQuery,
): AsyncGenerator<Cell[][]> {
  const names = selectColumns(columns)
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.subarray(start, start + batchSize)
    const people = await readFoundAlumni(db, batch, filters)
    const letters = names.some(isLetterColumn) ? await lettersOf(db, batch) : undefined
    yield people.map((person) =>
      names.map((name) => cells[name]({ ...person, letter: letters?.get(person.id) }, opted_out)),
    )
    await yieldToEventLoop()
  }
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

async function lettersOf(db: Db, ids: Int32Array) {
  const rows = await db.findAll(
    'alumni',
    ['id', 'prefix', 'first_name', 'preferred_name', 'last_name', 'street', 'postal_code'],
    { id: [...ids] },
  )
  return new Map(rows.map((row) => [row.id, row]))
}

type Letter = NonNullable<ReturnType<Awaited<ReturnType<typeof lettersOf>>['get']>>
type ExportedPerson = FoundAlumnus & { letter: Letter | undefined }

function usableValue(
  value: string | null | undefined,
  person: ExportedPerson,
  optedOut: OptedOutChoice,
  reasonAgainst: typeof emailBlockerOf,
): Cell {
  return value && optedOut !== 'with_contact' && reasonAgainst(person) ? leftOutMark : (value ?? null)
}

/** Returns a greeting such as "Dr. O’Neil" or "Peggy". */
function salutation({ prefix, first_name, preferred_name, last_name }: Letter): string | null {
  return prefix && last_name ? `${prefix} ${last_name}` : preferred_name || first_name || last_name
}

const cells: Record<ExportColumn, (person: ExportedPerson, optedOut: OptedOutChoice) => Cell> = {
  buid: ({ buid }) => buid,
  contact_id: ({ contact_id }) => contact_id,
  name: ({ name }) => name,
  first_name: ({ letter }) => letter?.first_name ?? null,
  last_name: ({ letter }) => letter?.last_name ?? null,
  preferred_name: ({ letter }) => letter?.preferred_name ?? null,
  salutation: ({ letter }) => (letter ? salutation(letter) : null),
  street: (person, optedOut) => usableValue(person.letter?.street, person, optedOut, phoneBlockerOf),
  postal_code: (person, optedOut) => usableValue(person.letter?.postal_code, person, optedOut, phoneBlockerOf),
  class_years: ({ class_years }) => class_years.join(' '),
  degree: ({ recent_degree }) => recent_degree?.degree_code ?? null,
  major: ({ recent_degree }) => recent_degree?.major_desc ?? null,
  college: ({ recent_degree }) => recent_degree?.college_name ?? null,
  email: (person, optedOut) => usableValue(person.primary_email, person, optedOut, emailBlockerOf),
  phone: (person, optedOut) => usableValue(person.mobile_phone, person, optedOut, phoneBlockerOf),
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
