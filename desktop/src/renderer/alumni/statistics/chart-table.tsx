import { Box, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './chart-table.module.css'

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
