import { Tooltip, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { compact } from '../words/numbers.ts'
import { highest, lengthOf, totalOf, type Values } from './scale.ts'
import classes from './columns.module.css'

export type Column = {
  key: string
  /** Under the column. */
  label: string
  /** One number for each of `series`; null is not known yet, and draws nothing. */
  values: readonly (number | null)[]
  /** The column in words: its tooltip, and its name where it can be pressed. */
  words: string
  /** Stands out from the others in the accent. */
  isChosen?: boolean
  /** Under the label, such as a share. */
  note?: string
}

type ColumnsProps = {
  /** What the chart shows, for those who do not see it. */
  name: string
  columns: readonly Column[]
  /** Names of the values, as the legend says them; without it a column is one bar and there is no legend. */
  series?: readonly string[]
  /** `stacked`: parts of one whole, from the foot up. `beside`: the last stands out, the others are its past. */
  arrange?: 'stacked' | 'beside'
  /** Of the bars, in px, without labels. */
  height?: number
  onChoose?: (key: string) => void
}

/** Upright bars with their numbers on top, drawn by CSS: what is read, hovered, pressed and printed is plain HTML. */
export function Columns({ name, columns, series = [], arrange = 'stacked', height = 180, onChoose }: ColumnsProps) {
  const top = highest(columns.map(({ values }) => values), arrange)
  const lastTop = highest(columns.map(({ values }) => values.slice(-1)), 'beside')
  return (
    <div className={classes.chart} data-arrange={arrange}>
      {series.length > 0 && <Legend series={series} arrange={arrange} />}
      <div className={classes.columns} role="group" aria-label={name}>
        {columns.map((column) => (
          <Tooltip key={column.key} label={column.words} multiline maw={260} position="top" events={{ hover: true, focus: true, touch: true }}>
            <Pressable column={column} onChoose={onChoose}>
              <span className={classes.bars} style={{ height }} aria-hidden>
                {arrange === 'stacked' ? <Stack values={column.values} top={top} isHighest={totalOf(column.values) === top} /> : <Beside values={column.values} top={top} lastTop={lastTop} />}
              </span>
              <span className={classes.label} aria-hidden>{column.label}</span>
              {column.note !== undefined && <span className={classes.note} aria-hidden>{column.note}</span>}
            </Pressable>
          </Tooltip>
        ))}
      </div>
    </div>
  )
}

type PressableProps = { column: Column; onChoose: ((key: string) => void) | undefined; children: ReactNode; ref?: React.Ref<HTMLElement> }

/** A button where pressing does something, else a picture with a name. The rest is what a tooltip listens with. */
function Pressable({ column: { key, words, isChosen }, onChoose, children, ref, ...listeners }: PressableProps) {
  const look = { ...listeners, className: classes.column, 'data-chosen': isChosen || undefined }
  if (!onChoose) return <span {...look} ref={ref} role="img" aria-label={words}>{children}</span>
  return (
    <UnstyledButton {...look} ref={ref as React.Ref<HTMLButtonElement>} aria-pressed={Boolean(isChosen)} onClick={() => onChoose(key)}>
      <span className="visually-hidden">{words}</span>
      {children}
    </UnstyledButton>
  )
}

function Stack({ values, top, isHighest }: { values: Values; top: number; isHighest: boolean }) {
  return (
    <span className={classes.stack}>
      <span className={classes.number} data-highest={isHighest || undefined}>{compact(totalOf(values))}</span>
      {values.map((value, i) => <span key={i} className={classes.bar} data-series={i} style={{ height: lengthOf(value, top) }} />).reverse()}
    </span>
  )
}

function Beside({ values, top, lastTop }: { values: Values; top: number; lastTop: number }) {
  return values.map((value, i) => {
    const isLast = i === values.length - 1
    return (
      <span key={i} className={classes.stack}>
        <span className={classes.number} data-highest={(isLast && value === lastTop) || undefined}>{value === null ? '' : compact(value)}</span>
        <span className={classes.bar} data-series={isLast ? 'last' : i} style={{ height: lengthOf(value, top) }} />
      </span>
    )
  })
}

function Legend({ series, arrange }: { series: readonly string[]; arrange: 'stacked' | 'beside' }) {
  return (
    <ul className={classes.legend}>
      {series.map((name, i) => (
        <li key={name}>
          <span className={classes.swatch} data-series={arrange === 'beside' && i === series.length - 1 ? 'last' : i} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  )
}
