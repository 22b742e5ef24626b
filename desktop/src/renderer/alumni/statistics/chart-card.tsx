import { SegmentedControl, UnstyledButton, Box } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { useRememberedSwitch } from '../../ui/remembered.ts'
import { count } from '../../ui/words/numbers.ts'
import { runningYear, toDay } from './findings.ts'
import classes from './chart-card.module.css'
import more from '../../ui/more.module.css'

type ChartCardProps = {
  /** Where the choice of chart or table is remembered. */
  id: string
  title: string
  /** The sentence that the chart proves. */
  finding: string
  csv: string
  /** Said in the place of both where there is nothing to draw. */
  empty?: string | false
  isWide?: boolean
  chart: ReactNode
  table: ReactNode
}

/** One chart, its table and its file. */
export function ChartCard({ id, title, finding, csv, empty, isWide, chart, table }: ChartCardProps) {
  const [isTable, setTable] = useRememberedSwitch(`statistics-table-${id}`, false)
  const heading = useId()
  return (
    <section className={classes.card} data-wide={isWide || undefined} aria-labelledby={heading}>
      <header className={classes.header}>
        <div className={classes.titles}>
          <h2 id={heading}>{title}</h2>
          <p>{empty || finding}</p>
        </div>
        <div className={classes.tools}>
          {!empty && (
            <SegmentedControl
              size="xs"
              value={isTable ? 'table' : 'chart'}
              onChange={(to) => setTable(to === 'table')}
              data={[
                { value: 'chart', label: 'Chart' },
                { value: 'table', label: 'Table' },
              ]}
              aria-label={`${title}: chart or table`}
            />
          )}
          <a className={classes.csv} href={csv} download aria-label={`${title}: download as CSV`}>
            <IconDownload size={14} stroke={1.8} aria-hidden />
            CSV
          </a>
        </div>
      </header>
      {!empty && <div className={classes.body}>{isTable ? table : chart}</div>}
    </section>
  )
}

/** How many bars a chart has before one asks for all. */
export const shownAtFirst = 10

type BarsWithKeyProps = {
  about: string
  isWhole: boolean
  of: number
  onWhole: (isWhole: boolean) => void
  children: ReactNode
}

/** Bars, what their numbers mean, and the way to those that are not drawn. */
export function BarsWithKey({ about, isWhole, of, onWhole, children }: BarsWithKeyProps) {
  return (
    <div className={classes.chart}>
      {children}
      <div className={classes.key}>
        {about}
        {of > shownAtFirst && (
          <UnstyledButton className={more.more} aria-expanded={isWhole} onClick={() => onWhole(!isWhole)}>
            {isWhole ? `Show the first ${shownAtFirst}` : `Show all ${count(of)}`}
          </UnstyledButton>
        )}
      </div>
    </div>
  )
}

/** What hatching means, where it is drawn. */
export function UnfinishedKey({ page, what }: { page: StatsPage; what?: string }) {
  const year = runningYear(page)
  if (!year) return null
  return (
    <p className={classes.unfinishedKeyKey}>
      <span className={classes.swatch} aria-hidden />
      {what ?? year} so far, {toDay(page)}
    </p>
  )
}

/** A number is given as text that is made for its reader; the first column names the row. */
export type TableColumn<Row> = { header: string; cell: (row: Row) => ReactNode; isText?: boolean }

type ChartTableProps<Row> = {
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  isChosen?: (row: Row) => boolean
  /** What pressing the name of a row does. */
  onChoose?: (row: Row) => void
  canBeChosen?: (row: Row) => boolean
}

/** The numbers of a chart. Moves by itself where it is larger than its card, and can be reached with Tab for that. */
export function ChartTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isChosen,
  onChoose,
  canBeChosen = () => true,
}: ChartTableProps<Row>) {
  return (
    <Box className={classes.frame} role="region" aria-label={`${caption}: table`} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, isText }, i) => (
              <th key={header} scope="col" data-number={(i > 0 && !isText) || undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-chosen={isChosen?.(row) || undefined}>
              {columns.map(({ header, cell, isText }, i) =>
                i === 0 ? (
                  <th key={header} scope="row">
                    {onChoose && canBeChosen(row) ? (
                      <UnstyledButton
                        className={classes.choose}
                        aria-pressed={Boolean(isChosen?.(row))}
                        onClick={() => onChoose(row)}
                      >
                        {cell(row)}
                      </UnstyledButton>
                    ) : (
                      cell(row)
                    )}
                  </th>
                ) : (
                  <td key={header} data-number={!isText || undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}
