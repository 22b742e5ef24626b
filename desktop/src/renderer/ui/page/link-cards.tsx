import { IconArrowRight, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './link-cards.module.css'

export function LinkCards({ children }: { children: ReactNode }) {
  return <ul className={classes.cards}>{children}</ul>
}

type LinkCardProps = {
  title: string
  path: string
  icon?: Icon
  /** The current count: "3 conflicts". */
  counts?: string
  /** Under the heading of a group. */
  isGrouped?: boolean
  children: ReactNode
}

/** A place as a card: the whole card is the link. */
export function LinkCard({ title, path, icon: Picture, counts, isGrouped = false, children }: LinkCardProps) {
  const Heading = isGrouped ? 'h3' : 'h2'
  return (
    <li className={`frame ${classes.card}`} data-plain={Picture ? undefined : true}>
      {Picture && (
        <span className={classes.picture} aria-hidden>
          <Picture size={20} stroke={1.6} />
        </span>
      )}
      <div className={classes.words}>
        <Heading>
          <Link to={path}>{title}</Link>
        </Heading>
        {counts && <p className={classes.counts}>{counts}</p>}
        {children}
      </div>
      {Picture && <IconArrowRight size={18} stroke={1.6} className={classes.arrow} aria-hidden />}
    </li>
  )
}
