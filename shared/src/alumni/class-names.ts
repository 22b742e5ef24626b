import { shortClassYear } from './class-years.ts'

type Degree = { degree_code: string | null; degree_date: string | null }

/**
 * The classes behind a name as offices write them, such as `’15, MBA ’19`: the year alone for a bachelor's degree or
 * one without a code, the earliest first. Undated degrees have no class.
 */
export function classesOf(degrees: readonly Degree[]): string {
  const classes = degrees
    .flatMap(({ degree_code, degree_date }) => (degree_date === null ? [] : [{ degree_code, degree_date }]))
    .toSorted((a, b) => a.degree_date.localeCompare(b.degree_date))
    .map(({ degree_code, degree_date }) => {
      const year = shortClassYear(Number(degree_date.slice(0, 4)))
      return degree_code === null || bachelors.test(degree_code) ? year : `${degree_code} ${year}`
    })
  return [...new Set(classes)].join(', ')
}

const bachelors = /^(?:A\.?B|S\.?B|B)/i

/** A name with its classes, such as `José Álvarez ’15`, where only the years are on hand. */
export function nameWithClasses(name: string | null, years: readonly number[]): string {
  return [name || 'No name on file', ...years.map(shortClassYear)].join(' ')
}
