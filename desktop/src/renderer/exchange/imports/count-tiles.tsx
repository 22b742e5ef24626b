import type { ImportCounts, ImportStatusReply, ListedOutcome } from '@alumni/shared/exchange/imports'
import { UnstyledButton } from '@mantine/core'
import { count } from '../../ui/words/numbers.ts'
import { outcomesOf, outcomeWords } from './outcomes.ts'
import classes from './count-tiles.module.css'

type CountTilesProps = {
  batch: Pick<ImportStatusReply, 'type' | 'undoes'>
  counts: ImportCounts
  /** What the review had promised, shown where it differs. */
  promised?: ImportCounts | null
  chosen: ListedOutcome | undefined
  /** Without it the numbers are only numbers. */
  onChoose?: (outcome: ListedOutcome | undefined) => void
}

/** The big calm numbers; pressing one filters the rows below. */
export function CountTiles({ batch, counts, promised, chosen, onChoose }: CountTilesProps) {
  return (
    <div className={classes.tiles} role="group" aria-label="Lines by outcome">
      {outcomesOf(batch, counts).map((outcome) => {
        const { word, icon: Picture, tone } = outcomeWords(batch)[outcome]
        const isChosen = chosen === outcome
        const number = counts[outcome] ?? 0
        const differs = promised && (promised[outcome] ?? 0) !== number
        const inside = (
          <>
            <span className={classes.word}>
              <Picture size={15} stroke={1.8} aria-hidden />
              {word}
            </span>
            <span className={classes.number}>{count(number)}</span>
            <span className={classes.promised}>{differs ? `${count(promised[outcome] ?? 0)} in the review` : ''}</span>
          </>
        )
        const look = { className: classes.tile, 'data-tone': number > 0 ? tone : 'none' }
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
