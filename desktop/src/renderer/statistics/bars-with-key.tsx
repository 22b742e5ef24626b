import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../words/numbers.ts'
import more from '../shell/more.module.css'
import classes from './bars-with-key.module.css'

/** How many bars a chart has before one asks for all. */
export const shownAtFirst = 10

type BarsWithKeyProps = { keys: readonly ReactNode[]; isWhole: boolean; of: number; onWhole: (isWhole: boolean) => void; children: ReactNode }

/** Bars, what their marks mean, and the way to those that are not drawn. */
export function BarsWithKey({ keys, isWhole, of, onWhole, children }: BarsWithKeyProps) {
  return (
    <div className={classes.chart}>
      {children}
      <div className={classes.key}>
        {keys.map((key, i) => (
          <span key={i}>{key}</span>
        ))}
        {of > shownAtFirst && (
          <UnstyledButton className={more.more} aria-expanded={isWhole} onClick={() => onWhole(!isWhole)}>
            {isWhole ? `Show the first ${shownAtFirst}` : `Show all ${count(of)}`}
          </UnstyledButton>
        )}
      </div>
    </div>
  )
}

/** The mark on a bar: "on November 21 last year". */
export function LastYear({ when }: { when: string }) {
  return (
    <>
      <span className={classes.mark} aria-hidden /> {when}
    </>
  )
}
