import type { ListedSignup, SignupChoices, SignupsPage } from '@alumni/shared/champions/staff-list'
import { rowsPerPage } from '@alumni/shared/page'
import { IconCopy } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { copyText } from '../../ui/copy-text.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { ListFoot } from '../../ui/paged-list.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { refusalWords } from '../../domain/people/ways.tsx'
import { ColumnsMenu } from '../../domain/searches/columns-menu.tsx'
import { NotUnderstood, ResultsSkeleton } from '../../domain/searches/not-understood.tsx'
import { SortMenu } from '../../domain/searches/sort-menu.tsx'
import type { useLeftRow } from '../../domain/searches/use-left-row.ts'
import type { Results as ResultsOf } from '../../domain/searches/use-results.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { columnNames, columnsOf, phoneLineOf, usualColumns, type ChoosableColumn } from './columns.tsx'
import { NoSignups } from './no-signups.tsx'
import type { useSignupsAddress } from './signup-words.ts'
import { sortsOf, usualSort } from './sorts.ts'
import { StatusTabs } from './status-tabs.tsx'
import { useChosen } from './use-chosen.ts'
import { signupColumns } from '@alumni/shared/champions/staff-list'
import classes from '../../domain/searches/results.module.css'

type ResultsProps = {
  address: ReturnType<typeof useSignupsAddress>
  results: ResultsOf<SignupsPage>
  choices: SignupChoices | undefined
  left: ReturnType<typeof useLeftRow>
  columns: readonly ChoosableColumn[]
  onColumns: (columns: readonly ChoosableColumn[]) => void
}

const headers = columnNames.map((name) => ({ name, header: signupColumns[name] }))

/** The signups that fit: how many of each status, and the page of them. */
export function Results({
  address: { words, change, turn },
  results: { page, isStale, refusal, error, retry },
  choices,
  left,
  columns,
  onColumns,
}: ResultsProps) {
  const navigate = useNavigate()
  const { chosen, selection, clear } = useChosen()
  if (error) return <FailedSection error={error} onRetry={retry} />
  if (refusal && !page) return <NotUnderstood refusal={refusal} words={words} onChange={change} />
  if (!page) return <ResultsSkeleton />
  const open = ({ id }: ListedSignup) => {
    left.leaveBy(String(id))
    void navigate({ to: '/champion_signups/$id', params: { id: String(id) } })
  }
  const onSort = (sort: string | undefined) => change({ sort: sort === usualSort ? undefined : sort })
  return (
    <section className={classes.results} aria-label="Results">
      <div className={classes.bar}>
        <StatusTabs status={words.status} statuses={page.statuses} onChoose={(status) => change({ status })} />
        <p role="status" className={classes.count}>
          {refusal && <span>{refusal.sentence}</span>}
        </p>
        <SortMenu {...sortsOf(words)} onSort={onSort} />
        <span className={classes.columns}>
          <ColumnsMenu columns={headers} chosen={columns} usual={usualColumns} onChoose={onColumns} />
        </span>
      </div>
      {page.signups.length > 0 && (
        <div className={classes.scroller} data-wide={columns.length > 8 || undefined}>
          <DataTable
            caption="Champion signups"
            columns={columnsOf(columns, left)}
            rows={page.signups}
            rowKey={({ id }) => String(id)}
            onOpen={open}
            isStale={isStale}
            isOneLine
            phoneLine={phoneLineOf}
            sorting={{ by: words.sort ?? usualSort, onSort }}
            actions={actions}
            selection={words.show === undefined ? selection : undefined}
            focusOn={left.row}
          />
        </div>
      )}
      {page.matching === 0 && <NoSignups words={words} choices={choices} onChange={change} />}
      <ChosenBar chosen={chosen} onClear={clear} />
      {page.signups.length > 0 && (
        <ListFoot
          page={page}
          perPage={rowsPerPage}
          onPage={(to) => {
            turn(to)
            window.scrollTo({ top: 0 })
          }}
        />
      )}
    </section>
  )
}

const actions: readonly RowAction<ListedSignup>[] = [
  {
    key: 'e',
    label: () => 'Copy the e-mail',
    icon: IconCopy,
    run: ({ email }) => void copyText(email),
    refusal: ({ silence }) => silence && refusalWords[silence],
  },
]
