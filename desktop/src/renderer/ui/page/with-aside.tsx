import type { ReactNode } from 'react'
import classes from './with-aside.module.css'

/** A page's main content with further facts beside it; `foot` follows both on a narrow screen. */
export function WithAside({ aside, foot, children }: { aside: ReactNode; foot?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>{children}</div>
      <div className={classes.aside}>{aside}</div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </div>
  )
}
