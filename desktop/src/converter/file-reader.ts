import { unwrapCell } from '@alumni/shared/csv'
import { foldColumnName, meetingFacts, recognizeHeader, tableTitles } from '@alumni/shared/exchange/event-exports'
import type { Columns, Format, Table } from '@alumni/shared/exchange/event-exports'
import { Attendances, minutesOfDay, type Fault } from './attendances.ts'
import { TextNumbers, readAddress } from './clean-cells.ts'
import { Clock, readMoment } from './days.ts'
import type { FirstRow } from './layout.ts'
import { RowReader, type Damage, type Layout } from './read-rows.ts'
import { FileRefusal } from './source.ts'
import { isStaff, isStatus, Statuses } from './statuses.ts'

type MeetingFacts = { topic: string; start: string; end: string; minutes: string }
/** `notAttended` counts rows of people who did not attend. */
export type Attendees = {
  format: Format
  rows: number
  notAttended: number
  attendances: Attendances
  statuses: Statuses
  hasStatus: boolean
  /** Indexed from 1; index 0 is blank. */
  days: string[]
  events: string[]
  /** Maps each join time to the latest leave time. */
  joins: Map<number, number>
  meetings: MeetingFacts[]
}

const damages: Record<Damage, Fault> = { nul: 'broken-nul', quote: 'broken-quote' }

type ReadRules = { statuses?: Record<string, boolean>; timeZone?: string | undefined }

export type FixedTable = { header: FirstRow | undefined; table: Table & { kind: 'people' } }

type UnknownTable = { kind: 'unknown'; width: number }

/** Reads the attendees from a file. `fixed` is a table that the user has described. */
export class FileReader {
  readonly #reader: RowReader
  readonly #firstLine: number
  readonly #clock: Clock
  readonly #attendances = new Attendances()
  readonly #statuses: Statuses
  readonly #days = new TextNumbers()
  readonly #events = new TextNumbers()
  readonly #joins = new Map<number, number>()
  readonly #meetings: MeetingFacts[] = []
  readonly #fixed: FixedTable | undefined
  readonly #names: ReadonlyMap<number, string[]>
  #table: Table | UnknownTable | undefined
  #columns: Columns = {}
  #title: string | undefined
  #isUnderTitle = false
  /** A single-cell row after a blank line: a title if a header follows, otherwise a person. */
  #singleCell: { cells: string[]; line: number } | undefined
  #isAfterBlankLine = false
  #format: Format | undefined
  #hasStatus = false
  rows = 0
  #notAttended = 0

  constructor(layout: Layout, { statuses = {}, timeZone }: ReadRules, rows: readonly FirstRow[], fixed?: FixedTable) {
    this.#reader = new RowReader(layout, this.#onRow)
    this.#statuses = new Statuses(statuses)
    this.#clock = new Clock(timeZone)
    this.#names = new Map(rows.map(({ line, names }) => [line, names]))
    this.#fixed = fixed
    this.#firstLine = (fixed?.header?.line ?? 0) + 1
    if (fixed) this.#enter(fixed.table)
  }

  read(text: string): void {
    this.#reader.read(text)
  }

  finish(): Attendees {
    this.#reader.read('', true)
    this.#readSingleCell()
    if (!this.#format)
      throw new FileRefusal('This file has no list of people, only a report about the event. Export the attendee list.')
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
    }
  }

  readonly #onRow = (cells: string[], line: number, damage: Damage | undefined): void => {
    if (line < this.#firstLine) return
    if (cells.every(isBlank)) {
      this.#isAfterBlankLine = true
      return
    }
    if (this.#tryEnterTable(cells, line, damage)) return
    this.#isAfterBlankLine = false
    const table = this.#table
    if (!table) return
    if (table.kind === 'meetings') {
      const text = (index: number) => unwrapCell(cells[index] ?? '')
      if (this.#meetings.length < 1000)
        this.#meetings.push({
          topic: text(table.topic),
          start: text(table.start),
          end: text(table.end),
          minutes: text(table.minutes),
        })
      return
    }
    this.#readSingleCell()
    this.#readPerson(cells, line, damage)
  }

  /** Returns true for a title, a header, or a row above all tables. Enters the table that a header starts. */
  #tryEnterTable(cells: string[], line: number, damage: Damage | undefined): boolean {
    if (damage !== undefined) return this.#table === undefined
    if (this.#isTitle(cells, line)) return true
    const isWithin = this.#table?.kind === 'people' || this.#table?.kind === 'unknown'
    if (isWithin && !this.#isAfterBlankLine) return false
    const table = this.#findTableBelow(cells, line)
    if (table) {
      this.#enter(table)
      this.#isUnderTitle = false
      this.#isAfterBlankLine = false
      return true
    }
    if (this.#table === undefined) this.#readFact(cells)
    return this.#table === undefined
  }

  #findTableBelow(cells: string[], line: number): Table | UnknownTable | undefined {
    const title = this.#singleCell
      ? unwrapCell(this.#singleCell.cells[0]!)
      : this.#isUnderTitle
        ? this.#title
        : undefined
    if (this.#fixed) {
      const { header, table } = this.#fixed
      if (!header) return undefined
      if (header.cells.every((cell, index) => cell === cells[index]))
        return title ? { ...table, tableRole: title } : table
    }
    const table = recognizeHeader(this.#names.get(line) ?? cells, title)
    return table ?? (this.#isUnknownHeader(cells) ? { kind: 'unknown', width: 0 } : undefined)
  }

  /** Detects an unknown header among people: several words, but no address, digit or known status. */
  #isUnknownHeader(cells: string[]): boolean {
    if (this.#table?.kind !== 'people') return false
    const filled = cells.filter((cell) => !isBlank(cell))
    const email = readAddress(cells[this.#columns.email ?? -1] ?? '')
    const isPerson = 'address' in email || email.problem !== 'bad-address'
    return filled.length > 1 && !isPerson && !filled.some((cell) => /[@\d]/.test(cell) || isStatus(cell))
  }

  #readFact([name = '', value = '']: string[]): void {
    const fact = meetingFacts.get(foldColumnName(name.slice(0, 60)))
    if (!fact || isBlank(value)) return
    const meeting = (this.#meetings[0] ??= { topic: '', start: '', end: '', minutes: '' })
    meeting[fact] ||= unwrapCell(value)
  }

  #isTitle(cells: string[], line: number): boolean {
    if (!cells.every((cell, index) => index === 0 || isBlank(cell))) return false
    const first = foldColumnName(cells[0]!.length < 60 ? cells[0]! : '')
    if (!tableTitles.has(first)) {
      const isAlone = this.#isAfterBlankLine && (this.#table?.width ?? 0) > 1 && !cells[0]!.includes('@')
      if (isAlone) {
        this.#readSingleCell()
        this.#singleCell = { cells, line }
      }
      return isAlone
    }
    this.#readSingleCell()
    this.#title = tableTitles.get(first)
    this.#isUnderTitle = true
    this.#leave()
    return true
  }

  #readSingleCell(): void {
    const alone = this.#singleCell
    this.#singleCell = undefined
    if (alone) this.#readPerson(alone.cells, alone.line, undefined)
  }

  #leave(): void {
    this.#table = undefined
    this.#reader.width = 0
  }

  #enter(table: Table | UnknownTable): void {
    this.#leave()
    this.#singleCell = undefined
    this.#table = table
    if (table.kind !== 'people') return
    this.#columns = table.columns
    this.#format ??= table.format
    this.#hasStatus ||= table.columns.status !== undefined || table.columns.checkedIn !== undefined
    this.#reader.width = table.width
  }

  #readPerson(cells: string[], line: number, damage: Damage | undefined): void {
    const [table, columns] = [this.#table!, this.#columns]
    this.rows++
    if (table.kind !== 'people') return this.#attendances.addFaulty('broken-table', '', '', line)
    const fault = damage ? damages[damage] : findWidthFault(cells, table)
    if (fault) return this.#attendances.addFaulty(fault, '', '', line)
    if (!this.#isAttended(cells, columns, table)) {
      this.#notAttended++
      return
    }
    const event = columns.eventName === undefined ? 0 : this.#events.numberOf(cells[columns.eventName] ?? '')
    const name = nameOf(cells, columns)
    const email = columns.email === undefined ? '' : (cells[columns.email] ?? '')
    const read = readAddress(email)
    if ('problem' in read) return this.#attendances.addFaulty(read.problem, unwrapCell(email), name, line, event)
    this.#attendances.add(read.address, name, { line, event, moment: this.#momentOf(cells, columns) })
  }

  #isAttended(
    cells: string[],
    { status, checkedIn, personRole }: Columns,
    { tableRole }: { tableRole?: string },
  ): boolean {
    const role = cells[personRole ?? -1] ?? ''
    const group = tableRole === 'Other attended' ? undefined : (tableRole ?? (isStaff(role) ? role : undefined))
    if (group !== undefined) {
      this.#hasStatus = true
      if (!this.#statuses.count(group).isAttended) return false
    }
    const column = [checkedIn, status].find((each) => each !== undefined && !isBlank(cells[each] ?? '')) ?? status
    return (column ?? checkedIn) === undefined || this.#statuses.count(cells[column ?? checkedIn!] ?? '').isAttended
  }

  #moment(cell: string | undefined) {
    return readMoment(this.#clock.toLocal(unwrapCell(cell ?? '')))
  }

  #momentOf(cells: string[], { joined, left, checkedIn, eventDate, status }: Columns): number {
    const isDated = (each: number | undefined) => each !== undefined && !isBlank(cells[each] ?? '')
    const column = [eventDate, joined, checkedIn, status].find(isDated)
    const came = column === undefined ? undefined : this.#moment(cells[column])
    const day = came ? this.#days.numberOf(came.day) : 0
    if (!came || day === 0) return 0
    if (column === eventDate) return day * minutesOfDay
    const moment = day * minutesOfDay + came.minute
    const leave = left === undefined ? undefined : this.#moment(cells[left])
    const until = leave ? this.#days.numberOf(leave.day) * minutesOfDay + leave.minute : moment
    this.#joins.set(moment, Math.max(until, this.#joins.get(moment) ?? 0))
    return moment
  }
}

function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === ''
}

/** Detects extra or missing cells that may have shifted important columns. Ignores a trailing comma. */
function findWidthFault(cells: readonly string[], { width, columns }: Table & { kind: 'people' }): Fault | undefined {
  const { email = 0, status = 0, checkedIn = 0, joined = 0, eventDate = 0, eventName = 0 } = columns
  const last = Math.max(email, status, checkedIn)
  if (cells.length < width) return last >= cells.length ? 'broken-short' : undefined
  for (let index = width; index < cells.length; index++)
    if (!isBlank(cells[index]!) && Math.max(last, joined, eventDate, eventName) > email) return 'broken-width'
  return undefined
}

function nameOf(cells: readonly string[], columns: Columns): string {
  const [first, last, name] = (['firstName', 'lastName', 'name'] as const).map((role) =>
    unwrapCell(cells[columns[role] ?? -1] ?? ''),
  )
  return first && last ? `${first} ${last}` : name || first || last || ''
}
