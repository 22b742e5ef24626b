import { SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { useRememberedSwitch } from '../../ui/remembered.ts'
import classes from './chart-card.module.css'

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
