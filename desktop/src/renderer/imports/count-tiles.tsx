import type { ImportCounts } from '@alumni/shared/imports'
import { UnstyledButton } from '@mantine/core'
import { count } from '../ui/words/numbers.ts'
import { outcomesOf, outcomeWords, type Outcome } from './outcomes.ts'
import classes from './count-tiles.module.css'

type CountTilesProps = {
  type: string
  counts: ImportCounts
  /** What the review had promised, shown where it differs. */
  promised?: ImportCounts | null
  chosen: Outcome | undefined
  /** Without it the numbers are only numbers. */
  onChoose?: (outcome: Outcome | undefined) => void
}

/** The big calm numbers; pressing one filters the rows below. */
export function CountTiles({ type, counts, promised, chosen, onChoose }: CountTilesProps) {
  return (
    <div className={classes.tiles} role="group" aria-label="Rows by outcome">
      {outcomesOf(type, counts).map((outcome) => {
        const { word, icon: Picture, tone } = outcomeWords[outcome]
        const isChosen = chosen === outcome
        const differs = promised && promised[outcome] !== counts[outcome]
        const inside = (
          <>
            <span className={classes.word}>
              <Picture size={15} stroke={1.8} aria-hidden />
              {word}
            </span>
            <span className={classes.number}>{count(counts[outcome])}</span>
            <span className={classes.promised}>{differs ? `${count(promised[outcome])} in the review` : ''}</span>
          </>
        )
        const look = { className: classes.tile, 'data-tone': counts[outcome] > 0 ? tone : 'none' }
        return onChoose ? (
          <UnstyledButton
            key={outcome}
            {...look}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? undefined : outcome)}
          >
            {inside}
          </UnstyledButton>
        ) : (
          <div key={outcome} {...look}>
            {inside}
          </div>
        )
      })}
    </div>
  )
}
