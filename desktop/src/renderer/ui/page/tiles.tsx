import { formatNumber } from '../words/numbers.ts'
import classes from './tiles.module.css'

export type Tile = {
  word: string
  number: number
  /** Color of the number, except that 0 is always pale. */
  tone?: string
}

export function Tiles({ tiles, isSmall = false }: { tiles: readonly Tile[]; isSmall?: boolean }) {
  return (
    <dl className={classes.tiles} data-small={isSmall || undefined}>
      {tiles.map(({ word, number, tone }) => (
        <div key={word} className={classes.tile} data-tone={tone && number === 0 ? 'none' : tone}>
          <dt className={classes.word}>{word}</dt>
          <dd className={classes.number}>{formatNumber(number)}</dd>
        </div>
      ))}
    </dl>
  )
}
