import type { ReactNode } from 'react'
import { Facts } from '../../ui/page/card.tsx'
import classes from './header-facts.module.css'

/** Facts beside one another under a page's title. */
export function HeaderFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <div className={classes.facts}>
      <Facts facts={facts} />
    </div>
  )
}
