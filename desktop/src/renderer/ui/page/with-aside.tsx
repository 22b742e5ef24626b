import type { ReactNode } from 'react'
import classes from './with-aside.module.css'

type WithAsideProps = {
  aside: ReactNode
  /** Follows the content under it, and both on a narrow screen. */
  foot?: ReactNode
  /** The aside has more to show than the content. */
  isAsideWide?: boolean
  children: ReactNode
}

/** A page's main content with further facts beside it. */
export function WithAside({ aside, foot, isAsideWide, children }: WithAsideProps) {
  return (
    <div className={classes.columns} data-wide={isAsideWide}>
      <div style={{ gridArea: 'main' }}>{children}</div>
      <div style={{ gridArea: 'aside' }}>{aside}</div>
      {foot && <div style={{ gridArea: 'foot' }}>{foot}</div>}
    </div>
  )
}
