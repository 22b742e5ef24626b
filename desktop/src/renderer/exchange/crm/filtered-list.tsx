import type { OfImport as Import } from '@alumni/shared/exchange/crm'
import type { PageMembers } from '@alumni/shared/page'
import { SegmentedControl, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PagedList } from '../../ui/paged-list.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import classes from './crm.module.css'

type Search = { q?: string | undefined; batch_id?: number | undefined; page?: number }

type FilteredListProps<State extends string> = {
  page: PageMembers & { import: Import | null }
  search: Search
  rows: 'changes' | 'conflicts'
  /** What the rows of one import are called: "Conflicts of". */
  ofImport: string
  state: { shown: State; choices: { value: State; label: string }[]; onChoose: (state: State) => void }
  /** More filters behind the state. */
  filters?: ReactNode
  /** How many rows there are. */
  count: ReactNode
  /** Where else the rows of this import lead. */
  importLinks?: ReactNode
  /** What should not be missed, above the list. */
  notices?: ReactNode
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
  filters,
  count,
  importLinks,
  notices,
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
        <div className={classes.notices}>
          {batch_id !== undefined && (
            <OfImport id={batch_id} batch={page.import} what={ofImport} links={importLinks} onAll={onAllImports} />
          )}
          {notices}
        </div>
      }
      bar={
        <>
          <SegmentedControl
            value={state.shown}
            onChange={(value) => state.onChoose(value as State)}
            data={state.choices}
            aria-label={`Which ${rows}`}
          />
          {filters}
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

/** Says that a list is narrowed to one contacts import, and leads out of it. */
function OfImport({
  id,
  batch,
  what,
  links,
  onAll,
}: {
  id: number
  batch: Import | null
  what: string
  links: ReactNode
  onAll: () => void
}) {
  return (
    <Sentence
      tone="info"
      title={`${what} contacts import ${id}`}
      actions={
        <Button variant="default" size="xs" onClick={onAll}>
          Show all imports
        </Button>
      }
    >
      {batch ? (
        <>
          <Link
            to="/settings/imports/$type/batches/$id"
            params={{ type: 'contacts', id: String(id) }}
            search={{ page: 1 }}
          >
            {batch.file_name}
          </Link>
          , brought in by {batch.imported_by}. {links}
        </>
      ) : (
        'There is no such import.'
      )}
    </Sentence>
  )
}
