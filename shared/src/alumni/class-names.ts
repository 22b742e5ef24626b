import { shortClassYear } from './class-years.ts'

type Degree = { degree_code: string | null; degree_date: string | null }

/** Returns text such as `’15, MBA ’19`, earliest first. Skips undated degrees and omits codes of bachelor's degrees. */
export function formatClasses(degrees: readonly Degree[]): string {
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

/** Returns text such as `Ada Lindqvist ’98 ’02`. */
export function nameWithClasses(name: string | null, years: readonly number[]): string {
  return [name || 'No name on file', ...years.map(shortClassYear)].join(' ')
}
