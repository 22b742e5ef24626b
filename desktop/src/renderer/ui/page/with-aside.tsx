import type { ReactNode } from 'react'
import classes from './with-aside.module.css'

type WithAsideProps = {
  aside: ReactNode
  /** Content below the main part and, on a narrow screen, also below the aside. */
  foot?: ReactNode
  isAsideWide?: boolean
  children: ReactNode
}

/** Without an aside, the main part has the full width. */
export function WithAside({ aside, foot, isAsideWide, children }: WithAsideProps) {
  if (!aside) return children
  return (
    <div className={classes.columns} data-wide={isAsideWide}>
      <div style={{ gridArea: 'main' }}>{children}</div>
      <div style={{ gridArea: 'aside' }}>{aside}</div>
      {foot && <div style={{ gridArea: 'foot' }}>{foot}</div>}
    </div>
  )
}
