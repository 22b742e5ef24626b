import type { ReactNode } from 'react'
import classes from './with-aside.module.css'

type WithAsideProps = {
  aside: ReactNode
  /** Below the content; on a narrow screen below both. */
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
