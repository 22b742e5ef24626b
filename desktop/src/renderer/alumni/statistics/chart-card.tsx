import { Box, Group, SegmentedControl, Stack, UnstyledButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import type { StatsChart, StatsPage } from '@alumni/shared/alumni/statistics'
import { Bars, type Bar, type BarsProps } from '../../ui/charts/bars.tsx'
import { useStoredSwitch } from '../../ui/use-stored-switch.ts'
import { formatNumber } from '../../ui/format/numbers.ts'
import { findUnfinishedYear, formatToDay } from './summarize.ts'
import type { ChartCardProps } from './people-link.tsx'
import { csvUrl } from './queries.ts'
import classes from './chart-card.module.css'

type ChartCardOptions<Row> = Pick<ChartCardProps, 'search'> & {
  chart: StatsChart
  title: string
  finding: string
  /** Replaces the finding and the chart if there is no data; otherwise false. */
  empty: string | false
  isWide?: boolean
  rows: readonly Row[]
  /** The rows of the chart, if they differ from the rows of the table. */
  chartRows?: readonly Row[]
  rowKey: (row: Row) => string
  series: BarsProps['series']
  isStacked?: boolean
  barOf: (row: Row) => Omit<Bar, 'key'>
  columns: readonly TableColumn<Row>[]
  /** Explains the numbers. If it is set, the bars are horizontal, and only the first ten show until expanded. */
  about?: string
  foot?: ReactNode
  isChosen?: (row: Row) => boolean
  canBeChosen?: (row: Row) => boolean
  onChoose?: (key: string) => void
  /** Called when the user clicks a bar's name, if `onChoose` is missing. */
  onOpen?: (key: string) => void
}

const collapsedRows = 10

export function ChartCard<Row>(figure: ChartCardOptions<Row>) {
  const { search, chart, title, finding, empty, isWide, rows, onChoose } = figure
  const [isTable, setTable] = useStoredSwitch(`statistics-table-${title}`, false)
  const headingId = useId()
  return (
    <section
      className={`frame ${classes.card}`}
      style={isWide ? { gridColumn: '1 / -1' } : undefined}
      aria-labelledby={headingId}
    >
      <Group component="header" justify="space-between" align="flex-start" gap="8px 16px">
        <Box flex="1 1 220px" miw={0}>
          <h2 id={headingId}>{title}</h2>
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
          <a className="more" href={csvUrl(chart, search)} download aria-label={`${title}: export`}>
            <IconDownload size={14} stroke={1.8} aria-hidden />
            Export
          </a>
        </Group>
      </Group>
      {!empty && (
        <div className={classes.body}>
          {isTable ? (
            <ChartTable<Row>
              {...figure}
              caption={title}
              rows={rows}
              onChoose={onChoose && ((row) => onChoose(figure.rowKey(row)))}
            />
          ) : (
            <Chart<Row> {...figure} />
          )}
        </div>
      )}
    </section>
  )
}

function Chart<Row>(figure: ChartCardOptions<Row>) {
  const {
    title,
    rows,
    chartRows = rows,
    rowKey,
    series,
    isStacked = false,
    about,
    foot,
    isChosen,
    onChoose,
    onOpen,
  } = figure
  const [isExpanded, setExpanded] = useState(about === undefined)
  const visibleRows = isExpanded
    ? chartRows
    : chartRows.filter((row, index) => index < collapsedRows || isChosen?.(row))
  const onChooseBar = onChoose ?? onOpen
  const bars = (
    <>
      <Bars
        name={title}
        {...(about !== undefined && { arrange: 'horizontal' })}
        series={series}
        isStacked={isStacked}
        bars={visibleRows.map((row) => ({
          ...figure.barOf(row),
          key: rowKey(row),
          isChosen: isChosen?.(row) || undefined,
          canBeChosen: figure.canBeChosen?.(row) ?? true,
        }))}
        {...(onChooseBar && { onChoose: onChooseBar })}
      />
      {foot}
    </>
  )
  if (about === undefined) return <div>{bars}</div>
  return (
    <Stack gap={10} miw={0} style={{ alignSelf: 'start' }}>
      {bars}
      <Group className={`note ${classes.key}`} gap="2px 16px" px={8}>
        {about}
        {chartRows.length > collapsedRows && (
          <UnstyledButton
            className="more"
            ml="auto"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? `Show the first ${collapsedRows}` : `Show all ${formatNumber(chartRows.length)}`}
          </UnstyledButton>
        )}
      </Group>
    </Stack>
  )
}

export function UnfinishedLegend({ page, period }: { page: StatsPage; period?: string }) {
  const year = findUnfinishedYear(page)
  if (!year) return null
  return (
    <Group component="p" className="note" gap={8} pt={6}>
      <span className={classes.swatch} aria-hidden />
      {period ?? year} so far, {formatToDay(page)}
    </Group>
  )
}

export type TableColumn<Row> = { header: string; cell: (row: Row) => ReactNode; isText?: boolean }

type ChartTableProps<Row> = {
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  isChosen?: ((row: Row) => boolean) | undefined
  onChoose?: ((row: Row) => void) | undefined
  canBeChosen?: (row: Row) => boolean
}

/** Shows a table that scrolls inside its card and can be focused for scrolling by keyboard. */
export function ChartTable<Row>(props: ChartTableProps<Row>) {
  const { caption, columns, rows, rowKey, isChosen, onChoose, canBeChosen = () => true } = props
  return (
    <Box className={classes.scroller} role="region" aria-label={`${caption}: table`} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, isText }, index) => (
              <th key={header} scope="col" data-number={(index > 0 && !isText) || undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-chosen={isChosen?.(row) || undefined}>
              {columns.map(({ header, cell, isText }, index) =>
                index === 0 ? (
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
