import type { OfImport as Import } from '@alumni/shared/crm'
import type { PageMembers } from '@alumni/shared/page'
import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { PagedList } from '../ui/paged-list.tsx'
import { OfImport } from './of-import.tsx'
import classes from './crm.module.css'

type Search = { q?: string | undefined; batch_id?: number | undefined; page?: number }

type FilteredListProps<State extends string> = {
  page: PageMembers & { import: Import | null }
  search: Search
  rows: 'changes' | 'conflicts'
  /** What the rows of one import are called: "Conflicts of". */
  ofImport: string
  /** Null where the list has all of an import, whatever their state. */
  state: { shown: State; choices: { value: State; label: string }[]; onChoose: (state: State) => void } | null
  /** How many rows there are. */
  count: ReactNode
  onSearch: (to: Search, replace?: boolean) => void
  onAllImports: () => void
  children: ReactNode
}

/** Changes or conflicts by state, words and the import they belong to. */
export function FilteredList<State extends string>({
  page,
  search: { q, batch_id },
  rows,
  ofImport,
  state,
  count,
  onSearch,
  onAllImports,
  children,
}: FilteredListProps<State>) {
  return (
    <PagedList
      page={page}
      onPage={(to) => onSearch({ page: to })}
      search={{
        label: `Search ${rows} by name, BUID or value`,
        hint: 'Name, BUID or value',
        q,
        onFind: (words) => onSearch({ q: words }, true),
      }}
      head={
        batch_id !== undefined && <OfImport id={batch_id} batch={page.import} what={ofImport} onAll={onAllImports} />
      }
      barClass={batch_id === undefined ? undefined : classes.under}
      bar={
        <>
          {state && (
            <SegmentedControl
              value={state.shown}
              onChange={(value) => state.onChoose(value as State)}
              data={state.choices}
              aria-label={`Which ${rows}`}
            />
          )}
          {count && (
            <span className="muted" role="status">
              {count}
            </span>
          )}
        </>
      }
    >
      {children}
    </PagedList>
  )
}
