import { cleanCell } from '@alumni/shared/csv'
import {
  foldColumnName,
  meetingFacts,
  recogniseHeader,
  tableTitles,
  type Columns,
  type Format,
  type Table,
} from '@alumni/shared/exchange/event-exports'
import { Attendances, minutesOfDay, type Fault } from './attendances.ts'
import { ownCopy, readAddress } from './clean-cells.ts'
import { Clock, readMoment } from './days.ts'
import { RowReader, type Damage, type Layout } from './read-rows.ts'
import { Refused } from './source.ts'
import { Statuses } from './statuses.ts'

type MeetingFacts = { topic: string; start: string; end: string; minutes: string }
/** The result: every row of a table of people is counted once, as not attended or in an attendance. */
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
  meetings: MeetingFacts[]
}

const damages: Record<Damage, Fault> = { nul: 'broken-nul', quote: 'broken-quote' }

/** Which words of the attendance column are people who were there, and by whose clocks the office works. */
type Rules = { statuses?: Record<string, boolean>; timeZone?: string | undefined }

/** The header that a person has chosen, or that is understood by its words alone: its line, and what is under it. */
export type Fixed = { line: number; table: Table }

/** Reads the rows of a file's tables; of the only one, where its header is `fixed`. */
export class FileReader {
  readonly #reader: RowReader
  readonly #firstLine: number
  readonly #clock: Clock
  readonly #attendances = new Attendances()
  readonly #statuses: Statuses
  readonly #days = new Numbered()
  readonly #events = new Numbered()
  readonly #joins = new Map<number, number>()
  readonly #meetings: MeetingFacts[] = []
  #table: Table | undefined
  #columns: Columns = {}
  #title: string | undefined
  #isUnderTitle = false
  #isBehindBlank = false
  #format: Format | undefined
  #isMany = true
  #hasStatus = false
  rows = 0
  #notAttended = 0

  constructor(layout: Layout, { statuses = {}, timeZone }: Rules, fixed?: Fixed) {
    this.#reader = new RowReader(layout, this.#onRow)
    this.#statuses = new Statuses(statuses)
    this.#clock = new Clock(timeZone)
    this.#firstLine = fixed ? fixed.line + 1 : 1
    if (!fixed) return
    this.#enter(fixed.table)
    this.#isMany = false
  }

  take(text: string): void {
    this.#reader.take(text)
  }

  end(): Attendees {
    this.#reader.take('', true)
    if (!this.#format)
      throw new Refused('This file has no list of people, only a report about the event. Export the attendee list.')
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
      this.#isBehindBlank = true
      return
    }
    if (this.#isMany && this.#changesTable(cells, damage)) return
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
  #changesTable(cells: string[], damage: Damage | undefined): boolean {
    if (damage !== undefined) return this.#table === undefined
    if (this.#isTitle(cells)) return true
    if (this.#table && !this.#isUnderTitle && !this.#isBehindBlank && this.#table.kind === 'people') return false
    const table = recogniseHeader(cells, this.#isUnderTitle ? this.#title : undefined)
    if (table) {
      this.#enter(table)
      this.#isUnderTitle = false
      this.#isBehindBlank = false
      // Only meetings have several tables in a file.
      if (table.kind === 'people' && !/^(?:Zoom|Microsoft)/.test(table.format)) this.#isMany = false
      return true
    }
    if (this.#table === undefined) this.#readFact(cells)
    return this.#table === undefined
  }

  /** A line above the table that names the meeting, or says when it was. */
  #readFact([name = '', value = '']: string[]): void {
    const fact = meetingFacts.get(foldColumnName(name.slice(0, 60)))
    if (!fact || isBlank(value)) return
    const meeting = (this.#meetings[0] ??= { topic: '', start: '', end: '', minutes: '' })
    meeting[fact] ||= cleanCell(value)
  }

  #isTitle(cells: string[]): boolean {
    const first = foldColumnName(cells[0]!.length < 60 ? cells[0]! : '')
    if (!tableTitles.has(first) || !cells.slice(1).every(isBlank)) return false
    this.#title = tableTitles.get(first)
    this.#isUnderTitle = true
    this.#leave()
    return true
  }

  #leave(): void {
    this.#table = undefined
    this.#reader.width = 0
  }

  #enter(table: Table): void {
    this.#leave()
    this.#table = table
    if (table.kind !== 'people') return
    this.#columns = table.columns
    this.#format ??= table.format
    this.#hasStatus ||= table.columns.status !== undefined || table.columns.checkedIn !== undefined
    this.#reader.width = table.width
  }

  #readPerson(cells: string[], line: number, damage: Damage | undefined, table: Table & { kind: 'people' }): void {
    const columns = this.#columns
    this.rows++
    const fault = damage ? damages[damage] : widthFault(cells, table)
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
    this.#attendances.add(read.address, name, { line, event, moment: this.#momentOf(cells, columns) })
  }

  #isAttended(cells: string[], { status, checkedIn }: Columns, { is }: { is?: string }): boolean {
    if (is !== undefined && is !== 'Other attended') {
      this.#hasStatus = true
      return this.#statuses.count(is).isAttended
    }
    const column = [checkedIn, status].find((each) => each !== undefined && !isBlank(cells[each] ?? '')) ?? status
    return (column ?? checkedIn) === undefined || this.#statuses.count(cells[column ?? checkedIn!] ?? '').isAttended
  }

  #moment(cell: string | undefined) {
    return readMoment(this.#clock.local(cell?.trim() ?? ''))
  }

  #momentOf(cells: string[], { joined, left, checkedIn, eventDate, status }: Columns): number {
    const isDated = (each: number | undefined) => each !== undefined && !isBlank(cells[each] ?? '')
    const column = [eventDate, joined, checkedIn, status].find(isDated)
    const came = column === undefined ? undefined : this.#moment(cells[column])
    const day = came ? this.#days.of(came.day) : 0
    if (!came || day === 0) return 0
    if (column === eventDate) return day * minutesOfDay
    const moment = day * minutesOfDay + came.minute
    const leave = left === undefined ? undefined : this.#moment(cells[left])
    const until = leave ? this.#days.of(leave.day) * minutesOfDay + leave.minute : moment
    this.#joins.set(moment, Math.max(until, this.#joins.get(moment) ?? 0))
    return moment
  }
}

function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === ''
}

/**
 * Cells too many or too few are damage where they may have moved, or taken away, what is read of a person's attendance.
 * A comma at the end of a line is no cell too many.
 */
function widthFault(cells: readonly string[], { width, columns }: Table & { kind: 'people' }): Fault | undefined {
  const { email = 0, status = 0, checkedIn = 0, joined = 0, eventDate = 0, eventName = 0 } = columns
  const last = Math.max(email, status, checkedIn)
  if (cells.length < width) return last >= cells.length ? 'broken-short' : undefined
  for (let index = width; index < cells.length; index++)
    if (!isBlank(cells[index]!) && Math.max(last, joined, eventDate, eventName) > email) return 'broken-width'
  return undefined
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
    const text = ownCopy(cleanCell(cell).slice(0, 500))
    if (text === '' || this.texts.length > maxTexts) return 0
    const number = this.#numbers.get(text) ?? this.texts.push(text) - 1
    this.#numbers.set(text, number)
    this.#numbers.set(ownCopy(cell), number)
    return number
  }
}
