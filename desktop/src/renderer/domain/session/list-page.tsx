import type { PageMembers } from '@alumni/shared/page'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { Fragment, type ComponentProps, type ReactNode } from 'react'
import type { Page } from '../../ui/page/page.tsx'
import { SegmentFilter, SelectFilter } from '../../ui/table/filters.tsx'
import { ResourceList, type ResourceListProps } from '../../ui/table/resource-list.tsx'
import { useAddress, type Address } from '../../ui/use-address.ts'
import { capitalize } from '../../ui/format/format-value.ts'
import { ResourcePage } from './resource-page.tsx'

type Search = { q?: string | undefined; page?: number | undefined }
type Options = readonly ({ value: string; label: string } | string)[]

export type ListFilter<Query> = {
  name: keyof Query & string
  label: string
  anyLabel: string
  options: Options
  isSearchable?: boolean
}

export type ListPageProps<Data, Row, Query extends Search> = Pick<ComponentProps<typeof Page>, 'title'> &
  Omit<
    ResourceListProps<Row, Query>,
    'address' | 'page' | 'rows' | 'isStale' | 'filters' | 'caption' | 'empty' | 'searchLabel' | 'searchHint' | 'sorting'
  > & {
    query: (search: Query) => UseQueryOptions<Data, Error, Data, readonly unknown[]>
    rowsOf: (page: Data) => Row[]
    searchedFields?: string
    filters?: (page: Data, address: Address<Query>) => (ListFilter<Query> | ReactNode)[]
    about?: ReactNode | ((page: Data | undefined) => ReactNode)
    buttons?: (page: Data | undefined) => ReactNode
    empty: ResourceListProps<Row, Query>['empty'] | ((page: Data) => ResourceListProps<Row, Query>['empty'])
    children?: (page: Data) => ReactNode
  }

export function ListPage<Data extends PageMembers, Row, Query extends Search>(props: ListPageProps<Data, Row, Query>) {
  const { title, about, buttons, query: queryOf, rowsOf, searchedFields, filters, empty, children, ...list } = props
  const address = useAddress<Query>()
  const query = useQuery(queryOf(address.search))
  return (
    <ResourcePage
      title={title}
      isList
      about={typeof about === 'function' ? about(query.data) : about}
      actions={buttons?.(query.data)}
      query={query}
      blocks={8}
      height={44}
    >
      {(page) => (
        <>
          {children?.(page)}
          <ResourceList
            {...list}
            {...(searchedFields && {
              searchLabel: `Search ${list.noun[1]} by ${searchedFields}`,
              searchHint: capitalize(searchedFields),
            })}
            address={address}
            page={page}
            rows={rowsOf(page)}
            caption={title}
            isStale={query.isPlaceholderData}
            filters={filters?.(page, address)
              .filter(Boolean)
              .map((filter, index) => (
                <Fragment key={index}>
                  {isFilter<Query>(filter) ? <Filter address={address} {...filter} /> : filter}
                </Fragment>
              ))}
            empty={typeof empty === 'function' ? empty(page) : empty}
          />
        </>
      )}
    </ResourcePage>
  )
}

function isFilter<Query>(filter: ListFilter<Query> | ReactNode): filter is ListFilter<Query> {
  return typeof filter === 'object' && filter !== null && 'anyLabel' in filter
}

function Filter<Query extends object>({ isSearchable, ...filter }: ListFilter<Query> & { address: Address<Query> }) {
  return isSearchable ? <SelectFilter {...filter} isSearchable /> : <SegmentFilter {...filter} />
}
