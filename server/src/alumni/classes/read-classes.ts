import { minRankedAlumni, reunionOf, addRanks } from '@alumni/shared/alumni/classes'
import type { ClassesPage, ClassesQuery, ClassFigures, ClassPage } from '@alumni/shared/alumni/classes'
import { finalAnswerCodes } from '@alumni/shared/alumni/ask-filters'
import { readClassYears } from '@alumni/shared/alumni/class-years'
import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { pagesOf, rowsPerPage } from '@alumni/shared/page'
import type { Db } from '../../foundations/database/db.ts'
import { utcToday } from '../../foundations/days.ts'
import type { PeopleIndex } from '../people-index/index.ts'

export type ClassesSource = { db: Db; index: PeopleIndex; fiscalYearStart: string }

const maxTopEvents = 10

/** Future classes have no rank (null). */
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

/** Without `sort`, returns the classes by share of engaged alumni, with small classes last. */
export function selectClasses(classes: readonly ClassFigures[], { decade, reunion, sort }: Omit<ClassesQuery, 'page'>) {
  const sortKey = sort ?? '-share'
  const [name, sign] = sortKey.startsWith('-') ? [sortKey.slice(1), -1] : [sortKey, 1]
  const valueOf = (row: ClassFigures) =>
    name === 'share'
      ? row.engaged_alumni / row.alumni - (row.alumni < minRankedAlumni ? 1 : 0)
      : row[name as keyof ClassFigures]!
  return classes
    .filter(({ class_year }) => decade === undefined || Math.floor(class_year / 10) * 10 === decade)
    .filter((row) => reunion === undefined || row.reunion !== null)
    .toSorted((a, b) => sign * (valueOf(a) - valueOf(b)) || b.class_year - a.class_year)
}

/** Returns a page of classes, or the last page if the requested page does not exist. */
export async function listClasses(
  source: ClassesSource,
  { page: requestedPage, ...query }: ClassesQuery,
): Promise<ClassesPage> {
  const { calendar, classes } = await readClasses(source)
  const selected = selectClasses(classes, query)
  const pages = pagesOf(selected.length)
  const page = Math.min(requestedPage, pages)
  return {
    ...calendar,
    page,
    pages,
    matching: selected.length,
    total: classes.length,
    classes: selected.slice((page - 1) * rowsPerPage, page * rowsPerPage),
    decades: [...new Set(classes.map(({ class_year }) => decadeOf(class_year)))].toReversed(),
  }
}

/** `text` is a year such as `1998` or `98`. If no class has that year, `found` is null. Only staff get `asked`. */
export async function readClass(source: ClassesSource, text: string, isStaff: boolean): Promise<ClassPage> {
  const { calendar, classes, decades } = await readClasses(source)
  const year = parseClassYear(text)
  const found = classes.find(({ class_year }) => class_year === year)
  const others = classes.map(({ class_year }) => class_year)
  const decade = found && decades.find((each) => each.year === decadeOf(found.class_year))
  return {
    ...calendar,
    found: found ?? null,
    nearest: found ? [] : findNearest(others, year ?? calendar.reunion_year),
    previous: (found && others.findLast((each) => each < found.class_year)) ?? null,
    next: (found && others.find((each) => each > found.class_year)) ?? null,
    decade: decade
      ? {
          decade: decade.year,
          alumni: decade.alumni,
          engaged_alumni: decade.engaged,
          engaged_last_year: decade.engaged_last_year,
        }
      : null,
    decade_classes: decade ? classes.filter(({ class_year }) => decadeOf(class_year) === decade.year) : [],
    top_events: found ? await readEvents(source, found.class_year, calendar.today) : [],
    asked: found && isStaff ? await countAsked(source, found.class_year, calendar.year) : null,
  }
}

async function countAsked({ index, fiscalYearStart }: ClassesSource, classYear: number, year: number) {
  const asked_from = fiscalYear(year, fiscalYearStart).from
  const request = { year_from: classYear, year_to: classYear, deceased: 'no', asked_from } as const
  const { matching: people } = await index.search(request, 0, 0)
  const { matching: answered } = await index.search({ ...request, ask_answer: [...finalAnswerCodes] }, 0, 0)
  return { people, answered }
}

/** Lists this calendar year's reunion classes, latest first. Counts alumni once, even if they belong to two classes. */
export async function readReunions(source: Omit<ClassesSource, 'db'>) {
  const { calendar, classes } = await readClasses(source)
  const year = calendar.reunion_year
  const { matching, reach } = await source.index.reach({ reunion: year, deceased: 'no' })
  return {
    year,
    classes: selectClasses(classes, { reunion: 'yes', sort: '-class_year' }).map(({ class_year }) => class_year),
    alumni: matching,
    by_email: reach.may_be_emailed,
  }
}

/** Parses `1998`, `98` or `’98`. */
function parseClassYear(text: string): number | undefined {
  const [firstClass] = readClassYears(text).classes
  const [years] = firstClass?.years ?? []
  if (years && years.from === years.to) return years.from
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function findNearest(years: readonly number[], year: number): number[] {
  return years.toSorted((a, b) => Math.abs(a - year) - Math.abs(b - year)).slice(0, 2)
}

function decadeOf(year: number): number {
  return year - (year % 10)
}

async function readEvents({ db, index }: ClassesSource, year: number, today: string): Promise<ClassPage['top_events']> {
  const events = await index.classEvents({ year, today, max: maxTopEvents })
  const codes = await db.findAll('activity_codes', ['code', 'name'], {})
  const names = new Map(codes.map(({ code, name }) => [code, name]))
  return events.map(({ activity, ...event }) => ({
    activity_code: activity,
    activity_name: names.get(activity) ?? activity,
    ...event,
  }))
}
