import type { PageMembers } from '@alumni/shared/page'
import { IconPlus, type Icon } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { writePlainSearch } from '../../plain-search.ts'
import { SelectFilter } from '../../ui/table/filters.tsx'
import { countedOptions } from '../../ui/words/counted-options.ts'
import type { Address } from '../../ui/use-address.ts'
import { none } from '../../ui/words/none.tsx'
import { count } from '../../ui/words/numbers.ts'
import { ListPage } from '../session/list-page.tsx'
import type { Kind } from './kind.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { readPage } from '../../ui/read.ts'
import { LinkButton } from '../../ui/button.tsx'

type Search<State> = { q?: string | undefined; state?: State | undefined; page: number }
type StatesPage<State extends string> = PageMembers & { counts: Record<State, number> }

/** The list of one kind of publication: its columns and its words. */
export type Listing<
  Data extends StatesPage<State>,
  Row extends { id: number },
  State extends string,
  Asked extends object,
> = Omit<Kind<State>, 'states'> & {
  /** In the order of the filter. */
  states: Partial<Record<State, { word: string }>>
  page: z.ZodType<Data>
  rowsOf: (page: Data) => Row[]
  /** A page of which something goes on by itself is read again every ten seconds. */
  isMoving?: (page: Data) => boolean
  title: string
  about: string
  icon: Icon
  columns: Column<Row>[]
  /** The fields that are searched. */
  hint: string
  newLabel: string
  /** Shown while nothing has been written yet. */
  invitation: string
  /** Filters of its own. */
  renderFilters?: (address: Address<Asked>, page: Data) => ReactNode
}

/** All publications of one kind, narrowed by state and words and opened by key, and the way to write another. */
export function PublicationsPage<
  Data extends StatesPage<State>,
  Row extends { id: number },
  State extends string,
  Asked extends Search<State>,
>({ listing }: { listing: Listing<Data, Row, State, Asked> }) {
  const { home, queryKey, nouns, title, about, columns, hint, newLabel, invitation, rowsOf } = listing
  const states = Object.keys(listing.states) as State[]
  const navigate = useNavigate()
  const newButton = (
    <LinkButton icon={IconPlus} to={`${home}/new`}>
      {newLabel}
    </LinkButton>
  )
  return (
    <ListPage<Data, Row, Asked>
      title={title}
      about={about}
      buttons={() => newButton}
      query={(search) =>
        readPage([queryKey, 'list', search], `${home}${writePlainSearch(search)}`, listing.page, {
          refetchInterval: ({ state }) => (state.data && listing.isMoving?.(state.data) ? 10_000 : false),
        })
      }
      hint={hint}
      filters={(page, address) => [
        {
          name: 'state',
          label: `Which ${nouns[1]}`,
          any: `All ${count(states.reduce((sum, state) => sum + page.counts[state], 0))}`,
          of: countedOptions(states, (state) => listing.states[state]!.word, page.counts),
        },
        listing.renderFilters?.(address, page),
      ]}
      noun={nouns}
      empty={{ icon: listing.icon, title: `No ${nouns[1]} yet`, actions: newButton, children: invitation }}
      columns={columns}
      rowsOf={rowsOf}
      rowKey={({ id }) => String(id)}
      onOpen={({ id }) => void navigate({ href: `${home}/${id}` })}
    />
  )
}

type CityFilterProps<Asked extends object> = { address: Address<Asked>; cities: readonly string[] }

/** Narrows a list to a city; without one on file there is nothing to choose. */
export function CityFilter<Asked extends object & { city?: string | undefined }>({
  address,
  cities,
}: CityFilterProps<Asked>) {
  if (cities.length === 0) return null
  const options = cities.map((city) => ({ value: city, label: city }))
  return <SelectFilter address={address} name="city" label="City" any="All cities" options={options} isSearchable />
}

/** Of the others it leaves each the width of its words. */
const titleSize = { width: 340 }

/** The column that names a publication and leads to it, with something about it underneath. */
export function titleColumn<Row extends { id: number; title: string }>(
  home: Kind<string>['home'],
  factOf: (row: Row) => string | null,
  header = 'Title',
): Column<Row> {
  return column(
    'title',
    header,
    (row) => (
      <span className="lines">
        <Link to={`${home}/$id`} params={{ id: String(row.id) }} className="name">
          {row.title}
        </Link>
        {factOf(row) && <span className="fact">{factOf(row)}</span>}
      </span>
    ),
    titleSize,
  )
}

/** How many, such as how many have answered so. */
export function numberColumn<Row extends object>(
  id: string,
  header: string,
  valueOf: (row: Row) => number | null,
  isStrong = false,
): Column<Row> {
  const cell = (value: number | null) => {
    if (!value) return none
    return isStrong ? <strong>{count(value)}</strong> : count(value)
  }
  return column(id, header, (row) => cell(valueOf(row)), { width: 84, isNumber: true })
}

/** Null is no limit. */
export function placesColumn<Row extends { places: number | null }>(): Column<Row> {
  return column(
    'places',
    'Places',
    ({ places }) => (places === null ? <span className="muted">No limit</span> : count(places)),
    { width: 84, isNumber: true },
  )
}
