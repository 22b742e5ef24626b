import type { StatsPage } from '@alumni/shared/alumni/statistics'
import type { peopleOf } from '@alumni/shared/alumni/statistics-people'
import type { StatisticsFilter, StatisticsSearch } from './filters.ts'

/** What every chart of the page is given. `onChoose` takes a filter, or lets it go where it is the same. */
export type CardProps = {
  page: StatsPage
  search: StatisticsSearch
  /** For each number the search for its people, under the filters of the page. */
  people: ReturnType<typeof peopleOf>
  onChoose: (filter: StatisticsFilter, value: string) => void
}
