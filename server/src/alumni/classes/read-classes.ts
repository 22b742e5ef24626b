import {
  minRankedAlumni,
  reunionOf,
  addRanks,
  type ClassesPage,
  type ClassesQuery,
  type ClassFigures,
  type ClassPage,
} from '@alumni/shared/alumni/classes'
import { finalAnswerCodes } from '@alumni/shared/alumni/ask-filters'
import { readClassYears } from '@alumni/shared/alumni/class-years'
import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { pagesOf, rowsPerPage } from '@alumni/shared/page'
import type { Db } from '../../foundations/database/db.ts'
import { utcToday } from '../../foundations/days.ts'
import type { PeopleIndex } from '../people-index/index.ts'

export type ClassesSource = { db: Db; index: PeopleIndex; fiscalYearStart: string }

const topEvents = 10

/** All classes with someone living, the earliest first, and what was asked to count them. */
export async function readClasses({ index, fiscalYearStart }: Omit<ClassesSource, 'db'>) {
  const today = utcToday()
  const year = fiscalYearOf(today, fiscalYearStart)
  const reunion_year = Number(today.slice(0, 4))
  const found = await index.statistics({
    year,
    start: fiscalYearStart,
    today,
    college: undefined,
    activity: undefined,
    affinity: undefined,
  })
  const rows = found.classes.map(({ year, engaged, ...figures }) => ({
    ...figures,
    class_year: year,
    engaged_alumni: engaged,
    reunion: reunionOf(year, reunion_year),
  }))
  const ranks = new Map(addRanks(rows.filter((row) => row.class_year <= year)).map((row) => [row.class_year, row.rank]))
  const classes = rows.map((row): ClassFigures => ({ ...row, rank: ranks.get(row.class_year) ?? null }))
  const ranked = classes.filter(({ rank }) => rank !== null).length
  return {
    calendar: { year, fiscal_year_start: fiscalYearStart, today, reunion_year, ranked },
    classes,
    decades: found.decades,
  }
}

/** The classes that were asked for, in their order. */
export function chosenClasses(classes: readonly ClassFigures[], { decade, reunion, sort }: Omit<ClassesQuery, 'page'>) {
  const by = sort ?? '-share'
  const [name, sign] = by.startsWith('-') ? [by.slice(1), -1] : [by, 1]
  const valueOf = (row: ClassFigures) =>
    name === 'share'
      ? row.engaged_alumni / row.alumni - (row.alumni < minRankedAlumni ? 1 : 0)
      : row[name as keyof ClassFigures]!
  return classes
    .filter(({ class_year }) => decade === undefined || Math.floor(class_year / 10) * 10 === decade)
    .filter((row) => reunion === undefined || row.reunion !== null)
    .toSorted((a, b) => sign * (valueOf(a) - valueOf(b)) || b.class_year - a.class_year)
}

/** A page of the list of classes; behind the last page it is the last one. */
export async function listClasses(
  source: ClassesSource,
  { page: asked, ...query }: ClassesQuery,
): Promise<ClassesPage> {
  const { calendar, classes } = await readClasses(source)
  const chosen = chosenClasses(classes, query)
  const pages = pagesOf(chosen.length)
  const page = Math.min(asked, pages)
  return {
    ...calendar,
    page,
    pages,
    matching: chosen.length,
    total: classes.length,
    classes: chosen.slice((page - 1) * rowsPerPage, page * rowsPerPage),
    decades: [...new Set(classes.map(({ class_year }) => decadeOf(class_year)))].toReversed(),
  }
}

/** One class, with its neighbors and its decade; `typed` is a year, or what should be one. Only staff see who was asked. */
export async function readClass(source: ClassesSource, typed: string, isStaff: boolean): Promise<ClassPage> {
  const { calendar, classes, decades } = await readClasses(source)
  const year = yearIn(typed)
  const found = classes.find(({ class_year }) => class_year === year)
  const others = classes.map(({ class_year }) => class_year)
  if (!found)
    return {
      ...calendar,
      found: null,
      nearest: nearestOf(others, year ?? calendar.reunion_year),
      previous: null,
      next: null,
      decade: null,
      decade_classes: [],
      top_events: [],
      asked: null,
    }
  const decade = decades.find((each) => each.year === decadeOf(found.class_year))
  return {
    ...calendar,
    found,
    nearest: [],
    previous: others.findLast((each) => each < found.class_year) ?? null,
    next: others.find((each) => each > found.class_year) ?? null,
    decade: decade
      ? {
          decade: decade.year,
          alumni: decade.alumni,
          engaged_alumni: decade.engaged,
          engaged_last_year: decade.engaged_last_year,
        }
      : null,
    decade_classes: decade ? classes.filter(({ class_year }) => decadeOf(class_year) === decade.year) : [],
    top_events: await readEvents(source, found.class_year, calendar.today),
    asked: isStaff ? await countAsked(source, found.class_year, calendar.year) : null,
  }
}

async function countAsked({ index, fiscalYearStart }: ClassesSource, of: number, year: number) {
  const asked_from = fiscalYear(year, fiscalYearStart).from
  const asked = { year_from: of, year_to: of, deceased: 'no', asked_from } as const
  const { matching: people } = await index.search(asked, 0, 0)
  const { matching: answered } = await index.search({ ...asked, ask_answer: [...finalAnswerCodes] }, 0, 0)
  return { people, answered }
}

/** The classes whose reunion is in this calendar year, the latest first, and their living alumni, each once. */
export async function readReunions(source: Omit<ClassesSource, 'db'>) {
  const { calendar, classes } = await readClasses(source)
  const year = calendar.reunion_year
  const { matching, reach } = await source.index.reach({ reunion: year, deceased: 'no' })
  return {
    year,
    classes: chosenClasses(classes, { reunion: 'yes', sort: '-class_year' }).map(({ class_year }) => class_year),
    alumni: matching,
    by_email: reach.may_be_emailed,
  }
}

/** `1998`, and `98` or `’98` as an office types it. */
function yearIn(typed: string): number | undefined {
  const [read] = readClassYears(typed).classes
  const [years] = read?.years ?? []
  if (years && years.from === years.to) return years.from
  return /^\d{1,9}$/.test(typed) ? Number(typed) : undefined
}

/** The two classes next to a year, the nearer first. */
function nearestOf(years: readonly number[], year: number): number[] {
  return years.toSorted((a, b) => Math.abs(a - year) - Math.abs(b - year)).slice(0, 2)
}

function decadeOf(year: number): number {
  return year - (year % 10)
}

async function readEvents({ db, index }: ClassesSource, year: number, today: string): Promise<ClassPage['top_events']> {
  const events = await index.classEvents({ year, today, max: topEvents })
  const codes = await db.findAll('activity_codes', ['code', 'name'], {})
  const names = new Map(codes.map(({ code, name }) => [code, name]))
  return events.map(({ activity, ...event }) => ({
    activity_code: activity,
    activity_name: names.get(activity) ?? activity,
    ...event,
  }))
}
