import type { PageMembers } from '@alumni/shared/page'
import { IconPlus, type Icon } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { writePlainSearch } from '../../plain-search.ts'
import { buildCountedOptions } from '../../ui/format/counted-options.ts'
import { formatNumber } from '../../ui/format/numbers.ts'
import { ListPage, type ListFilter, type ListPageProps } from '../session/list-page.tsx'
import type { Kind } from './kind.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { readPageQuery } from '../../ui/read-query.ts'
import { LinkButton } from '../../ui/button.tsx'

type Search = { q?: string | undefined; state?: string | undefined; page: number }
type CountedPage = PageMembers & { counts: Record<string, number> }

export type ListConfig<Data extends CountedPage, Row extends { id: number }, Query extends Search> = Omit<
  Kind<string>,
  'states'
> &
  Pick<ListPageProps<Data, Row, Query>, 'title' | 'about' | 'columns' | 'rowsOf' | 'filters'> & {
    states: Partial<Record<keyof Data['counts'], { label: string }>>
    /** The state selected by default, unless the user searches the list. */
    firstState?: keyof Data['counts'] & string
    page: z.ZodType<Data>
    isRefreshed?: (page: Data) => boolean
    icon: Icon
    searchedFields: string
    newLabel: string
    invitation: string
  }

export function PublicationsPage<Data extends CountedPage, Row extends { id: number }, Query extends Search>({
  config,
}: {
  config: ListConfig<Data, Row, Query>
}) {
  const { home, queryKey, nouns, states, firstState, page, isRefreshed, icon, newLabel, invitation, filters, ...list } =
    config
  const defaultStateOf = ({ q }: Search) => (q ? undefined : firstState)
  const navigate = useNavigate()
  const newButton = (
    <LinkButton icon={IconPlus} to={`${home}/new`}>
      {newLabel}
    </LinkButton>
  )
  return (
    <ListPage<Data, Row, Query>
      {...list}
      noun={nouns}
      buttons={() => newButton}
      query={(search) =>
        readPageQuery(
          [queryKey, 'list', search],
          `${home}${writePlainSearch({ ...search, state: search.state ?? defaultStateOf(search) })}`,
          page,
          { refetchInterval: ({ state }) => (state.data && isRefreshed?.(state.data) ? 10_000 : false) },
        )
      }
      filters={(page, address) => {
        const { search } = address
        const defaultState = defaultStateOf(search)
        const isShown = (state: string) => page.counts[state]! > 0 || state === search.state
        const names = Object.keys(states).filter((state) => state !== defaultState && isShown(state))
        return [
          names.length > (defaultState ? 0 : 1) && {
            name: 'state',
            label: `Which ${nouns[1]}`,
            anyLabel: defaultState
              ? `${states[defaultState]!.label} ${formatNumber(page.counts[defaultState]!)}`
              : 'All',
            options: buildCountedOptions(names, (state) => states[state]!.label, page.counts),
          },
          ...(filters?.(page, address) ?? []),
        ]
      }}
      rowKey={({ id }) => String(id)}
      onOpen={({ id }) => void navigate({ href: `${home}/${id}` })}
      empty={({ counts }) =>
        firstState && Object.values(counts).some((each) => each > 0)
          ? { icon, title: `No ${states[firstState]!.label.toLowerCase()} ${nouns[1]}`, actions: newButton }
          : { icon, title: `No ${nouns[1]} yet`, actions: newButton, children: invitation }
      }
    />
  )
}

export function buildCityFilter(cities: readonly string[]): ListFilter<{ city?: string | undefined }>[] {
  return cities.length === 0
    ? []
    : [{ name: 'city', label: 'City', anyLabel: 'All cities', options: cities, isSearchable: true }]
}

const titleSize = { width: 340 }

export function titleColumn<Row extends { id: number; title: string }>(
  home: Kind<string>['home'],
  factOf: (row: Row) => string | null,
  header = 'Title',
): Column<Row> {
  return column('title', header, titleSize, (row) => (
    <span className="lines">
      <Link to={`${home}/$id`} params={{ id: String(row.id) }} className="name">
        {row.title}
      </Link>
      {factOf(row) && <span className="fact">{factOf(row)}</span>}
    </span>
  ))
}

export function numberColumn<Row extends object>(
  id: string,
  header: string,
  valueOf: (row: Row) => number | null,
  isStrong = false,
): Column<Row> {
  const cell = (value: number | null) => {
    return value && isStrong ? <strong>{formatNumber(value)}</strong> : formatNumber(value ?? 0)
  }
  return column(id, header, { width: 84, isNumber: true }, (row) => cell(valueOf(row)))
}

export function placesColumn<Row extends { places: number | null }>(): Column<Row> {
  return column('places', 'Places', { width: 84, isNumber: true }, ({ places }) =>
    places === null ? <span className="muted">No limit</span> : formatNumber(places),
  )
}
