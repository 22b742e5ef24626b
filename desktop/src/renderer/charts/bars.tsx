import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconFilterFilled } from '@tabler/icons-react'
import { compact } from '../words/numbers.ts'
import { lengthOf } from './scale.ts'
import classes from './bars.module.css'

export type BarRow = {
  key: string
  name: string
  /** Under the name. */
  about?: string
  value: number
  /** What the value was before: a mark on the track. */
  before?: number
  /** Beside the value, such as a share. */
  note?: string
  /** The row in words: its tooltip, and its name where it can be pressed. */
  words: string
  isChosen?: boolean
  /** False for a row that stands for nothing one could choose. */
  canBeChosen?: boolean
}

type BarsProps = {
  /** What the chart shows, for those who do not see it. */
  name: string
  rows: readonly BarRow[]
  /** The value that fills the track; the highest of the rows unless told, so that more rows do not move the first. */
  top?: number
  onChoose?: (key: string) => void
}

/** Lying bars under one another, each with its name and number; names too long for their place are told in full on hover and focus. */
export function Bars({ name, rows, top = Math.max(0, ...rows.map(({ value, before = 0 }) => Math.max(value, before))), onChoose }: BarsProps) {
  return (
    <ol className={classes.bars} data-noted={rows.some(({ note }) => note !== undefined) || undefined} aria-label={name}>
      {rows.map((row) => (
        <li key={row.key}>
          <Tooltip label={row.words} multiline maw={320} position="top-start" events={{ hover: true, focus: true, touch: true }}>
            {onChoose && row.canBeChosen !== false ? (
              <UnstyledButton className={classes.row} data-chosen={row.isChosen || undefined} aria-pressed={Boolean(row.isChosen)} onClick={() => onChoose(row.key)}>
                <span className="visually-hidden">{row.words}</span>
                <Inside row={row} top={top} isSaid />
              </UnstyledButton>
            ) : (
              <div className={classes.row}>
                <Inside row={row} top={top} />
              </div>
            )}
          </Tooltip>
        </li>
      ))}
    </ol>
  )
}

/** `isSaid`: the words of the row say all that is seen. */
function Inside({ row: { name, about, value, before, note, isChosen }, top, isSaid }: { row: BarRow; top: number; isSaid?: true }) {
  return (
    <>
      <span className={classes.names} aria-hidden={isSaid}>
        <span className={classes.name}>
          {isChosen && <IconFilterFilled size={12} aria-hidden />} {name}
        </span>
        {about && <span className={classes.about}>{about}</span>}
      </span>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: lengthOf(value, top) }} />
        {before !== undefined && top > 0 && <span className={classes.before} style={{ left: `${(before / top) * 100}%` }} />}
      </span>
      <span className={classes.value} aria-hidden={isSaid}>{compact(value)}</span>
      {note !== undefined && <span className={classes.note} aria-hidden={isSaid}>{note}</span>}
    </>
  )
}
