import { formatNumber } from '../format/numbers.ts'
import classes from './tiles.module.css'

export type Tile = {
  label: string
  number: number
  /** Color of the number, except that 0 is always pale. */
  tone?: string
}

export function Tiles({ tiles, isSmall = false }: { tiles: readonly Tile[]; isSmall?: boolean }) {
  return (
    <dl className={classes.tiles} data-small={isSmall || undefined}>
      {tiles.map(({ label, number, tone }) => (
        <div key={label} className={classes.tile} data-tone={tone && number === 0 ? 'none' : tone}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.number}>{formatNumber(number)}</dd>
        </div>
      ))}
    </dl>
  )
}
