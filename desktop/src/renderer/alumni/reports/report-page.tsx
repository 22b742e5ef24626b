import type { PageMembers } from '@alumni/shared/page'
import type { ReportName } from '@alumni/shared/alumni/reports'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NameLink } from '../../domain/people/person-link.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import type { DataTableProps } from '../../ui/table/data-table.tsx'
import type { EmptyStateProps } from '../../ui/page/empty-state.tsx'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { CheckAgain, SearchedAt } from '../../ui/table/check-again.tsx'
import { ResourceList } from '../../ui/table/resource-list.tsx'
import { useAddress, type Address } from '../../ui/use-address.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { reportQuery, useSearchAnew, type ReportPages } from './queries.ts'

type Search = { q?: string | undefined; page?: number | undefined }
type Table<Row> = Pick<DataTableProps<Row>, 'columns' | 'rowKey' | 'onOpen' | 'actions'>

/** The title of each report, and the word for a row of it. */
export const reportWords: Record<ReportName, { title: string; noun: readonly [one: string, many: string] }> = {
  look_alikes: { title: 'People who may be the same person', noun: ['pair', 'pairs'] },
  duplicate_emails: { title: 'Duplicate e-mail addresses', noun: ['address', 'addresses'] },
  unknown_employers: { title: 'Unknown employers', noun: ['employer', 'employers'] },
  bounced_letters: { title: 'Bounced letters', noun: ['person', 'people'] },
  alumni_without_degrees: { title: 'Alumni without degrees', noun: ['person', 'people'] },
}

type ReportPageProps<Name extends ReportName, Query extends Search, Row> = Table<Row> & {
  name: Name
  about: ReactNode
  /** The word for a row of the file, where a row of the list is several of the file. */
  fileNoun?: readonly [one: string, many: string]
  actions?: Table<Row>['actions']
  pageActions?: ReactNode
  searchLabel: string
  searchHint: string
  renderFilters?: (page: ReportPages[Name], address: Address<Query>) => ReactNode
  rowsOf: (page: ReportPages[Name]) => Row[]
  /** Shown where there is no row to find; `look` is the button that searches anew. */
  empty: (page: ReportPages[Name], look: ReactNode) => EmptyStateProps
}

/** One report: what it is for, its filters, its rows, and the same as a file. */
export function ReportPage<Name extends ReportName, Query extends Search, Row>({
  name,
  about,
  fileNoun,
  pageActions,
  renderFilters,
  rowsOf,
  empty,
  ...list
}: ReportPageProps<Name, Query, Row>) {
  const { title, noun } = reportWords[name]
  const address = useAddress<Query>()
  const query = useQuery(reportQuery(name, address.search))
  const data = query.data as (PageMembers & { links: { csv: string } }) | undefined
  const searchedAt = query.data && 'searched_at' in query.data ? query.data.searched_at : undefined
  const look = isPrepared(name) && <SearchAnew name={name} noun={noun} searchedAt={searchedAt} />
  return (
    <ResourcePage
      title={title}
      about={
        <>
          {about}
          <SearchedAt at={searchedAt} />
        </>
      }
      actions={
        <>
          {pageActions}
          {look}
          {data && data.matching > 0 && (
            <DownloadButton
              url={data.links.csv}
              noun={fileNoun ?? noun}
              matching={fileNoun ? undefined : data.matching}
            >
              Export {countOf(data.matching, noun)}
            </DownloadButton>
          )}
        </>
      }
      query={query}
      blocks={8}
      height={52}
    >
      {(page) => (
        <ResourceList
          {...list}
          address={address}
          page={page}
          filters={renderFilters?.(page, address)}
          noun={noun}
          caption={title}
          rows={rowsOf(page)}
          isStale={query.isPlaceholderData}
          empty={empty(page, look)}
        />
      )}
    </ResourcePage>
  )
}

type PreparedReport = 'look_alikes' | 'unknown_employers'

/** Whether a job searches for it every hour. */
export function isPrepared(name: ReportName): name is PreparedReport {
  return name === 'look_alikes' || name === 'unknown_employers'
}

type SearchAnewProps = {
  name: PreparedReport
  noun: readonly [string, string]
  searchedAt: string | null | undefined
}

function SearchAnew({ name, noun, searchedAt }: SearchAnewProps) {
  return <CheckAgain search={useSearchAnew(name, noun)} searchedAt={searchedAt} />
}

type PeopleProps = { people: readonly { buid: string; name: string; note?: string }[]; total: number }

/** The first of several people, each with what this report knows of them. */
export function People({ people, total }: PeopleProps) {
  const others = total - people.length
  return (
    <ul className="list lines">
      {people.map(({ buid, name, note }) => (
        <li key={buid}>
          <NameLink name={name || buid} buid={buid} />
          {note && <span className="fact"> {note}</span>}
        </li>
      ))}
      {others > 0 && <li className="fact">and {count(others)} more; the file has them all</li>}
    </ul>
  )
}
