import { Attendances, type Fault } from './attendances.ts'
import { cleanCell, foldHeader, readAddress } from './clean-cells.ts'
import { readMoment } from './days.ts'
import { headerOf, RowReader, seenLayout, type Damage } from './read-rows.ts'
import { NotUtf8, readText, type Reading } from './read-text.ts'
import {
  guessColumns,
  headerKey,
  isMoney,
  recogniseHeader,
  tableTitles,
  type Columns,
  type Format,
  type Table,
} from './recognise.ts'
import { Cancelled, Refused, type Source } from './source.ts'
import { Statuses } from './statuses.ts'

/** What a person has decided of a file; what is not there is as the file says. */
export type Settings = {
  /** By hand, for a header that is not known. */
  columns?: Columns
  /** Which words of the attendance column are people who were there, by the folded word. */
  statuses?: Record<string, boolean>
  /** `03/04/2026` is the third of April. */
  isDayFirst?: boolean
}

/** What was chosen for a header by hand. */
export type Remembered = { columns: Columns; statuses?: Record<string, boolean> | undefined }
export type Progress = { bytes: number; rows: number }
export type ReadOptions = {
  settings: Settings
  /** The mapping that was chosen for such a header before. */
  remembered?: (headerKey: string) => Remembered | undefined
  onProgress?: (progress: Progress) => void
  isCancelled?: () => boolean
}

/** A file whose columns have to be chosen: its header and first rows without columns of money. */
export type ColumnsNeeded = { header: string[]; headerKey: string; preview: string[][]; guess: Columns; hidden: number }

type Held = { topic: string; start: string; end: string; minutes: string }
/** What was read: every row of a table of people is counted once, as not attended or in an attendance. */
export type Attendees = {
  format: Format
  rows: number
  notAttended: number
  attendances: Attendances
  statuses: Statuses
  hasStatus: boolean
  /** Texts of days and event names by the numbers that attendances have, from 1. */
  days: string[]
  events: string[]
  /** The day is one of the event itself, by the join and not by a column. */
  joins: Map<number, number>
  meetings: Held[]
  headerKey: string
}

const beginningLength = 64 * 1024
const widestFile = 2000

/** Reads a file once, from its beginning to its end, in memory that grows with its people and not with its length. */
export async function readAttendees(source: Source, options: ReadOptions): Promise<Attendees | ColumnsNeeded> {
  try {
    return await readAs(source, options)
  } catch (error) {
    if (error instanceof NotUtf8) return readAs(source, options, error.as)
    throw error
  }
}

async function readAs(source: Source, options: ReadOptions, reading?: Reading): Promise<Attendees | ColumnsNeeded> {
  let beginning = ''
  let file: FileReader | undefined
  let bytes = 0
  for await (const piece of readText(source, reading)) {
    if (options.isCancelled?.()) throw new Cancelled()
    bytes += piece.bytes
    if (file) file.take(piece.text)
    else {
      beginning += piece.text
      if (beginning.length < beginningLength) continue
      const begun = begin(beginning, options)
      if (!(begun instanceof FileReader)) return begun
      file = begun
    }
    options.onProgress?.({ bytes, rows: file.rows })
  }
  if (!file) {
    const begun = begin(beginning, options)
    if (!(begun instanceof FileReader)) return begun
    file = begun
  }
  return file.end()
}

function begin(beginning: string, { settings, remembered }: ReadOptions): FileReader | ColumnsNeeded {
  if (beginning.trim() === '') throw new Refused('This file is empty.')
  const { layout, rows, isKnown } = seenLayout(beginning, (cells) => recogniseHeader(cells) !== undefined)
  const reader = (fixed?: { line: number; table: Table }, statuses?: Record<string, boolean>) => {
    const file = new FileReader(settings.statuses ?? statuses ?? {}, fixed)
    file.reader = new RowReader(layout, file.onRow)
    file.take(beginning)
    return file
  }
  if (isKnown && !settings.columns) return reader()
  const header = headerOf(rows)
  if (!header || header.cells.length > widestFile)
    throw new Refused('This is no table: a CSV file has a first row that names its columns.')
  const key = headerKey(header.cells)
  const known = settings.columns ? undefined : remembered?.(key)
  const columns = settings.columns ?? known?.columns
  if (columns)
    return reader(
      {
        line: header.line,
        table: { kind: 'people', format: 'Columns chosen by hand', columns, width: header.cells.length },
      },
      known?.statuses,
    )
  if (header.cells.filter((cell) => cell.trim() !== '').length < 1 || header.cells.some((cell) => cell.includes('\0')))
    throw new Refused('This is no CSV file, or a damaged one: its first row does not name columns.')
  return columnsNeeded(
    header.cells,
    key,
    rows.filter(({ line }) => line > header.line),
  )
}

function columnsNeeded(header: string[], key: string, rows: { cells: string[] }[]): ColumnsNeeded {
  const show = (cells: readonly string[]) =>
    header.map((name, index) => (isMoney(name) ? '' : cleanCell(cells[index] ?? '').slice(0, 80)))
  return {
    header: header.map((cell) => cleanCell(cell).slice(0, 80)),
    headerKey: key,
    preview: rows.slice(0, 5).map(({ cells }) => show(cells)),
    guess: guessColumns(header),
    hidden: header.filter(isMoney).length,
  }
}

const damages: Record<Damage, Fault> = { nul: 'broken-nul', quote: 'broken-quote' }

class FileReader {
  reader!: RowReader
  readonly #fixed: { line: number; table: Table } | undefined
  readonly #attendances = new Attendances()
  readonly #statuses: Statuses
  readonly #days = new Numbered()
  readonly #events = new Numbered()
  readonly #joins = new Map<number, number>()
  readonly #meetings: Held[] = []
  #table: Table | undefined
  #columns: Columns = {}
  #wanted: boolean[] | undefined
  #title: string | undefined
  #isUnderTitle = false
  #isBehindBlank = false
  #format: Format | undefined
  #isMany = true
  #hasStatus = false
  #key = ''
  rows = 0
  #notAttended = 0

  constructor(statuses: Record<string, boolean>, fixed?: { line: number; table: Table }) {
    this.#fixed = fixed
    this.#statuses = new Statuses(statuses)
  }

  take(text: string): void {
    this.reader.take(text)
  }

  end(): Attendees {
    this.reader.take('', true)
    if (!this.#format)
      throw new Refused(
        'There is no list of people in this file, only a report about the event. Export the list of attendees.',
      )
    return {
      format: this.#format,
      rows: this.rows,
      notAttended: this.#notAttended,
      attendances: this.#attendances,
      statuses: this.#statuses,
      hasStatus: this.#hasStatus,
      days: this.#days.texts,
      events: this.#events.texts,
      joins: this.#joins,
      meetings: this.#meetings,
      headerKey: this.#key,
    }
  }

  readonly onRow = (cells: string[], line: number, damage: Damage | undefined): void => {
    if (cells[0] === '' && !this.reader.columns ? cells.every(isBlank) : cells.length === 1 && isBlank(cells[0]!)) {
      this.#isBehindBlank = true
      // What follows may be a header.
      if (this.#isMany) this.reader.columns = undefined
      return
    }
    if (this.#isMany && this.#changesTable(cells, line, damage)) return
    if (this.#isBehindBlank) this.reader.columns = this.#wanted
    this.#isBehindBlank = false
    const table = this.#table
    if (!table) return
    if (table.kind === 'meetings') {
      const text = (index: number) => cleanCell(cells[index] ?? '')
      if (this.#meetings.length < 1000)
        this.#meetings.push({
          topic: text(table.topic),
          start: text(table.start),
          end: text(table.end),
          minutes: text(table.minutes),
        })
      return
    }
    this.#readPerson(cells, line, damage, table)
  }

  /** Whether the row is a title, a header, or stands above all tables. */
  #changesTable(cells: string[], line: number, damage: Damage | undefined): boolean {
    if (this.#fixed) {
      if (line < this.#fixed.line) return true
      if (line > this.#fixed.line) return false
      this.#enter(this.#fixed.table, cells)
      this.#isMany = false
      return true
    }
    if (damage !== undefined) return this.#table === undefined
    const first = foldHeader(cells[0]!.length < 60 ? cells[0]! : '')
    if (tableTitles.has(first) && cells.slice(1).every(isBlank)) {
      this.#title = tableTitles.get(first)
      this.#isUnderTitle = true
      this.#leave()
      return true
    }
    if (this.#table && !this.#isUnderTitle && !this.#isBehindBlank && this.#table.kind === 'people') return false
    const table = recogniseHeader(cells, this.#isUnderTitle ? this.#title : undefined)
    if (table) {
      this.#enter(table, cells)
      this.#isUnderTitle = false
      this.#isBehindBlank = false
      // Only Zoom has several tables in a file.
      if (table.kind === 'people' && !table.format.startsWith('Zoom')) this.#isMany = false
      return true
    }
    return this.#table === undefined
  }

  #leave(): void {
    this.#table = undefined
    this.#wanted = undefined
    this.reader.columns = undefined
  }

  #enter(table: Table, header: string[]): void {
    this.#leave()
    this.#table = table
    if (table.kind !== 'people') return
    this.#columns = table.columns
    this.#format ??= table.format
    this.#key ||= headerKey(header)
    this.#hasStatus ||= table.columns.status !== undefined || table.columns.checkedIn !== undefined
    const wanted = new Set(Object.values(table.columns))
    // In a file of several tables the first cell tells where the next one begins.
    if (table.format.startsWith('Zoom')) wanted.add(0)
    this.#wanted = header.map((_, index) => wanted.has(index))
    this.reader.columns = this.#wanted
  }

  #readPerson(cells: string[], line: number, damage: Damage | undefined, table: Table & { kind: 'people' }): void {
    const columns = this.#columns
    this.rows++
    const fault = damage ? damages[damage] : isTooWide(cells, table.width) ? 'broken-width' : undefined
    if (fault) return this.#attendances.addFaulty(fault, '', '', line)
    if (!this.#isAttended(cells, columns, table)) {
      this.#notAttended++
      return
    }
    const event = columns.eventName === undefined ? 0 : this.#events.of(cells[columns.eventName] ?? '')
    const name = nameOf(cells, columns)
    const email = columns.email === undefined ? '' : (cells[columns.email] ?? '')
    const read = readAddress(email)
    if ('problem' in read) return this.#attendances.addFaulty(read.problem, cleanCell(email), name, line, event)
    const moment = this.#momentOf(cells, columns)
    this.#attendances.add(read.address, name, { line, event, ...moment })
  }

  #isAttended(cells: string[], { status, checkedIn }: Columns, { is }: { is?: string }): boolean {
    if (is !== undefined && is !== 'Other attended') {
      this.#hasStatus = true
      return this.#statuses.count(is).isAttended
    }
    if (checkedIn !== undefined && !isBlank(cells[checkedIn] ?? ''))
      return this.#statuses.count('Checked in').isAttended
    return status === undefined || this.#statuses.count(cells[status] ?? '').isAttended
  }

  #momentOf(cells: string[], { joined, left, checkedIn, eventDate }: Columns): { day: number; minute: number } {
    const column = joined ?? checkedIn ?? eventDate
    const moment = column === undefined ? undefined : readMoment(cells[column] ?? '')
    if (!moment) return { day: 0, minute: 0 }
    const day = this.#days.of(moment.day)
    if (column === eventDate || day === 0) return { day, minute: 0 }
    const key = day * 1440 + moment.minute
    const leave = left === undefined ? undefined : readMoment(cells[left] ?? '')
    const until = leave ? this.#days.of(leave.day) * 1440 + leave.minute : key
    this.#joins.set(key, Math.max(until, this.#joins.get(key) ?? 0))
    return { day, minute: moment.minute }
  }
}

function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === ''
}

/** A comma at the end of a line is no cell too many. */
function isTooWide(cells: readonly string[], width: number): boolean {
  for (let index = width; index < cells.length; index++) if (!isBlank(cells[index]!)) return true
  return false
}

function nameOf(cells: readonly string[], { name, firstName, lastName }: Columns): string {
  if (name !== undefined) return cleanCell(cells[name] ?? '')
  const [first, last] = [firstName, lastName].map((index) => (index === undefined ? '' : cleanCell(cells[index] ?? '')))
  return first && last ? `${first} ${last}` : first || last || ''
}

const maxTexts = 5000

/** Few different texts, each by a number from 1; 0 is a blank one, or one too many. */
class Numbered {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>()

  of(cell: string): number {
    const known = this.#numbers.get(cell)
    if (known !== undefined) return known
    const text = cleanCell(cell).slice(0, 500)
    if (text === '' || this.texts.length > maxTexts) return 0
    const number = this.#numbers.get(text) ?? this.texts.push(text) - 1
    this.#numbers.set(text, number)
    this.#numbers.set(cell, number)
    return number
  }
}
