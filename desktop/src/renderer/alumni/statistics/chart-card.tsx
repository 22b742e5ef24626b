import { Box, Group, SegmentedControl, Stack, UnstyledButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { useRememberedSwitch } from '../../ui/remembered.ts'
import { count } from '../../ui/words/numbers.ts'
import { runningYear, toDay } from './findings.ts'
import classes from './chart-card.module.css'

type ChartCardProps = {
  /** The key of the saved choice of chart or table. */
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
    <section
      className={`frame ${classes.card}`}
      style={isWide ? { gridColumn: '1 / -1' } : undefined}
      aria-labelledby={heading}
    >
      <Group component="header" justify="space-between" align="flex-start" gap="8px 16px">
        <Box flex="1 1 220px" miw={0}>
          <h2 id={heading}>{title}</h2>
          <Box component="p" className="fact" mih={20}>
            {empty || finding}
          </Box>
        </Box>
        <Group className={classes.tools} gap={12}>
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
          <a className="more" href={csv} download aria-label={`${title}: download as CSV`}>
            <IconDownload size={14} stroke={1.8} aria-hidden />
            CSV
          </a>
        </Group>
      </Group>
      {!empty && <div className={classes.body}>{isTable ? table : chart}</div>}
    </section>
  )
}

/** The number of bars before one asks for all. */
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
    <Stack gap={10} miw={0} style={{ alignSelf: 'start' }}>
      {children}
      <Group className={`note ${classes.key}`} gap="2px 16px" px={8}>
        {about}
        {of > shownAtFirst && (
          <UnstyledButton className="more" ml="auto" aria-expanded={isWhole} onClick={() => onWhole(!isWhole)}>
            {isWhole ? `Show the first ${shownAtFirst}` : `Show all ${count(of)}`}
          </UnstyledButton>
        )}
      </Group>
    </Stack>
  )
}

/** Explains hatching, where it is drawn. */
export function UnfinishedKey({ page, what }: { page: StatsPage; what?: string }) {
  const year = runningYear(page)
  if (!year) return null
  return (
    <Group component="p" className="note" gap={8} pt={6}>
      <span className={classes.swatch} aria-hidden />
      {what ?? year} so far, {toDay(page)}
    </Group>
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
  /** Runs when a row's name is pressed. */
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
    <Box className={classes.scroller} role="region" aria-label={`${caption}: table`} tabIndex={0}>
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
                        className="more"
                        fz={14}
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
