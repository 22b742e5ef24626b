import type { PageMembers } from '@alumni/shared/page'
import { Box, Button, Group } from '@mantine/core'
import { IconFilterX, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ListFoot } from '../../ui/table/paged-list.tsx'
import { mistypedAddressHint } from '../../ui/format/unknown-codes.ts'
import { FailedSection } from '../session/failed-page.tsx'
import type { ListParams } from './list-params.ts'
import { ColumnsMenu, SortMenu, type ColumnsMenuProps, type SortMenuProps } from './columns.tsx'
import type { Chip } from './filters.tsx'
import { ResultsSkeleton, type Refusal, type Results } from './use-results.tsx'
import list from '../../ui/table/paged-list.module.css'
import classes from './results.module.css'

type ResultListProps<Page, Param extends string, Name extends string, Sort extends string> = {
  results: Results<Page>
  params: ListParams<Param>
  onChange: (changes: ListParams<Param>) => void
  onPage: (page: number) => void
  renderCount: (page: Page) => ReactNode
  chips: ReactNode
  notes?: ReactNode
  sorts: Omit<SortMenuProps<Sort>, 'onSort'> & { defaultSort: Sort }
  columns: ColumnsMenuProps<Name>
  rowsOf: (page: Page) => readonly unknown[]
  renderTable: (page: Page) => ReactNode
  empty: ReactNode
  selectionBar: ReactNode
}

export function ResultList<Page extends PageMembers, Param extends string, Name extends string, Sort extends string>({
  results: { page, refusal, error, retry },
  params,
  onChange,
  onPage,
  renderCount,
  chips,
  notes,
  sorts: { defaultSort, ...sorts },
  columns,
  rowsOf,
  renderTable,
  empty,
  selectionBar,
}: ResultListProps<Page, Param, Name, Sort>) {
  const onSort = (sort: Sort) => onChange({ sort: sort === defaultSort ? undefined : sort } as ListParams<Param>)
  const turn = (to: number) => {
    onPage(to)
    window.scrollTo({ top: 0 })
  }
  const hasRows = page !== undefined && rowsOf(page).length > 0
  return (
    <section className={list.list} aria-label="Results">
      <div className={`${list.bar} ${classes.bar}`}>
        {page && renderCount(page)}
        <div className={classes.chips}>{chips}</div>
        {page && (
          <>
            <SortMenu {...sorts} onSort={onSort} />
            <Box component="span" visibleFrom="sm">
              <ColumnsMenu {...columns} />
            </Box>
          </>
        )}
      </div>
      {page && refusal && (
        <p role="status" className="muted">
          {refusal.message}
        </p>
      )}
      {notes}
      {error ? (
        <FailedSection error={error} onRetry={retry} />
      ) : refusal && !page ? (
        <InvalidSearch refusal={refusal} params={params} onChange={onChange} />
      ) : page ? (
        <>
          {hasRows && renderTable(page)}
          {page.matching === 0 && empty}
          {selectionBar}
          {hasRows && <ListFoot page={page} onPage={turn} />}
        </>
      ) : (
        <ResultsSkeleton />
      )}
    </section>
  )
}

type NothingFoundProps<Name extends string> = {
  icon: Icon
  title: string
  q: string | undefined
  chips: readonly Chip<Name>[]
  isNarrowed: boolean
  onWithoutQuery: () => void
  onWithoutFilters: (() => void) | false
  before?: ReactNode
  after?: ReactNode
  advice: ReactNode
}

export function NothingFound<Name extends string>(props: NothingFoundProps<Name>) {
  const { icon, title, q, chips, isNarrowed, onWithoutQuery, onWithoutFilters, before, after, advice } = props
  const unknown = chips.flatMap((chip) => chip.unknown ?? [])
  return (
    <EmptyState
      icon={icon}
      title={title}
      actions={
        <>
          {before}
          {q && isNarrowed && (
            <Button variant="default" onClick={onWithoutQuery}>
              Search without “{q}”
            </Button>
          )}
          {onWithoutFilters && (
            <Button variant="default" onClick={onWithoutFilters}>
              {chips.length === 1 ? 'Remove the filter' : 'Remove the filters'}
            </Button>
          )}
          {after}
        </>
      }
    >
      {unknown.length > 0 ? [...unknown, mistypedAddressHint].map((text) => <p key={text}>{text}</p>) : advice}
    </EmptyState>
  )
}

type SelectionBarProps = { label: string; title: string; detail?: ReactNode; children: ReactNode }

export function SelectionBar({ label, title, detail, children }: SelectionBarProps) {
  return (
    <Group
      className="floating"
      pos="sticky"
      bottom={12}
      style={{ zIndex: 2 }}
      gap={8}
      mt={8}
      p="8px 8px 8px 16px"
      role="group"
      data-bottom-bar
      aria-label={label}
    >
      <Box component="p" flex="1 1 180px" role="status">
        <strong>{title}</strong> {detail && <span className="muted">{detail}</span>}
      </Box>
      {children}
    </Group>
  )
}

type InvalidSearchProps<Param extends string> = {
  refusal: Refusal
  params: Partial<Record<Param, string>>
  onChange: (changes: Partial<Record<Param, string>>) => void
}

function InvalidSearch<Param extends string>({ refusal, params, onChange }: InvalidSearchProps<Param>) {
  const errors = Object.entries(refusal.fields)
  const invalidParams = errors.length > 0 ? errors.map(([param]) => param) : Object.keys(params)
  return (
    <EmptyState
      icon={IconFilterX}
      title="This search cannot be read"
      actions={
        <Button
          variant="default"
          onClick={() =>
            onChange(
              Object.fromEntries(invalidParams.map((param) => [param, undefined])) as Partial<Record<Param, string>>,
            )
          }
        >
          Search without that part
        </Button>
      }
    >
      {errors.length > 0 ? errors.map(([param, message]) => <p key={param}>{message}</p>) : refusal.message}
    </EmptyState>
  )
}
