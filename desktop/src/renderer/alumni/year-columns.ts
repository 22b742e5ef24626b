import type { EngagementsPage } from '@alumni/shared/alumni'
import type { Bar } from '../ui/charts/bars.tsx'
import { compact, countOf } from '../ui/words/numbers.ts'

/** More would not be read as columns; the choice of years has them all. */
const maxYears = 12

/** The last twelve years up to the latest engagement, or up to the chosen one where it is older; years without any are gaps that are seen. */
export function columnsOf(byYear: EngagementsPage['by_year'], chosen: number | undefined): Bar[] {
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
      words: `Fiscal year ${year}: ${countOf(engagements, ['engagement', 'engagements'])}`,
      isChosen: chosen === undefined ? undefined : year === chosen,
    }
  })
}
