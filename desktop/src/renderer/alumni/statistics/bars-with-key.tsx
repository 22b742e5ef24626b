import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../../ui/words/numbers.ts'
import more from '../../ui/more.module.css'
import classes from './bars-with-key.module.css'

/** How many bars a chart has before one asks for all. */
export const shownAtFirst = 10

type BarsWithKeyProps = {
  about: string
  isWhole: boolean
  of: number
  onWhole: (isWhole: boolean) => void
  children: ReactNode
}

/** Bars, what their numbers mean, and the way to those that are not drawn. */
export function BarsWithKey({ about, isWhole, of, onWhole, children }: BarsWithKeyProps) {
  return (
    <div className={classes.chart}>
      {children}
      <div className={classes.key}>
        {about}
        {of > shownAtFirst && (
          <UnstyledButton className={more.more} aria-expanded={isWhole} onClick={() => onWhole(!isWhole)}>
            {isWhole ? `Show the first ${shownAtFirst}` : `Show all ${count(of)}`}
          </UnstyledButton>
        )}
      </div>
    </div>
  )
}
