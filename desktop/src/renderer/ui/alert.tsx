import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './alert.module.css'

const pictures = { bad: IconCircleX, warn: IconAlertTriangle, good: IconCircleCheck, info: IconInfoCircle }

type AlertProps = {
  tone: keyof typeof pictures
  title?: string
  children?: ReactNode
  actions?: ReactNode
  isAlert?: boolean
}

/** A sentence that a person should not miss; an alert is read out at once. */
export function Alert({ tone, title, children, actions, isAlert = false }: AlertProps) {
  const Picture = pictures[tone]
  return (
    <div className={classes.alert} data-tone={tone} role={isAlert ? 'alert' : undefined}>
      <Picture size={18} stroke={1.7} className={classes.picture} aria-hidden />
      <div className={classes.words}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
