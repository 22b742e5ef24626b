import type { EngagementsPage } from '@alumni/shared/alumni/record'
import { fiscalYear } from '@alumni/shared/fiscal-year'
import type { Bar } from '../../ui/charts/bars.tsx'
import { dayOfYearWords } from '../../ui/words/days.ts'
import { compact, countOf } from '../../ui/words/numbers.ts'

/** More would not be read as columns; the choice of years has them all. */
const maxYears = 12

/** The last twelve fiscal years up to the latest engagement, or up to the chosen one where it is older; years without any are gaps that are seen. The `running` one is unfinished. */
export function columnsOf(byYear: EngagementsPage['by_year'], chosen: number | undefined, running?: number): Bar[] {
  const counts = new Map(byYear.map(({ year, engagements }) => [year, engagements]))
  const years = [...counts.keys(), ...(chosen === undefined ? [] : [chosen])]
  if (years.length === 0) return []
  const latest = Math.max(...years)
  const last = chosen !== undefined && chosen <= latest - maxYears ? chosen : latest
  const first = Math.max(Math.min(...years), last - maxYears + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index
    const engagements = counts.get(year) ?? 0
    return {
      key: String(year),
      name: String(year),
      values: { engagements },
      labels: { engagements: engagements === 0 ? '' : compact(engagements) },
      words: `Fiscal year ${year}${year === running ? ' so far' : ''}: ${countOf(engagements, ['engagement', 'engagements'])}`,
      isChosen: chosen === undefined ? undefined : year === chosen,
      unfinished: year === running ? ['engagements'] : undefined,
    }
  })
}

/** "By fiscal year, July 1 to June 30; 2027 so far". `shown` are the years that are drawn. */
export function yearsCaption(start: string, running: number, shown: readonly Bar[]): string {
  const { from, last } = fiscalYear(running, start)
  const isShown = shown.some(({ key }) => key === String(running))
  return `By fiscal year, ${dayOfYearWords(from)} to ${dayOfYearWords(last)}${isShown ? `; ${running} so far` : ''}`
}
