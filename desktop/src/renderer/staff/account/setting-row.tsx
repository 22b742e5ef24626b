import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './account.module.css'

type SettingRowProps = { icon: Icon; title: string; children: ReactNode; actions: ReactNode }

/** The class of the list that holds setting rows. */
export const settingRows = `list ${classes.rows}`

/** A factor or a session: what it is, and what can be done with it. */
export function SettingRow({ icon: Picture, title, children, actions }: SettingRowProps) {
  return (
    <li>
      <Picture size={20} stroke={1.5} aria-hidden />
      <div className={classes.what}>
        <strong>{title}</strong>
        <span className="fact">{children}</span>
      </div>
      {actions}
    </li>
  )
}
