import type { ReactNode } from 'react'
import { Facts } from '../../ui/page/card.tsx'
import classes from './header-facts.module.css'

export function HeaderFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <div className={classes.facts}>
      <Facts facts={facts} />
    </div>
  )
}
