import type { ReactNode } from 'react'
import classes from './with-aside.module.css'

type WithAsideProps = {
  aside: ReactNode
  /** Content below the main part; on a narrow screen it is below the aside too. */
  foot?: ReactNode
  isAsideWide?: boolean
  children: ReactNode
}

export function WithAside({ aside, foot, isAsideWide, children }: WithAsideProps) {
  return (
    <div className={classes.columns} data-wide={isAsideWide}>
      <div style={{ gridArea: 'main' }}>{children}</div>
      <div style={{ gridArea: 'aside' }}>{aside}</div>
      {foot && <div style={{ gridArea: 'foot' }}>{foot}</div>}
    </div>
  )
}
