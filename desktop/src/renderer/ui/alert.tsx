import { Group } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconCircleX } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './alert.module.css'

const pictures = { bad: IconCircleX, warn: IconAlertTriangle, good: IconCircleCheck, info: IconInfoCircle }

type AlertProps = {
  tone: keyof typeof pictures
  title?: string
  children?: ReactNode
  actions?: ReactNode
  isAlert?: boolean
  /** It is what came of the button just pressed: it is scrolled to, and has the focus. */
  isFocused?: boolean
}

/** A sentence that a person should not miss; an alert is read out at once. */
export function Alert({ tone, title, children, actions, isAlert = false, isFocused = false }: AlertProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) box.current?.focus()
  }, [isFocused])
  const Picture = pictures[tone]
  return (
    <div
      ref={box}
      className={classes.alert}
      data-tone={tone}
      role={isAlert ? 'alert' : undefined}
      tabIndex={isFocused ? -1 : undefined}
    >
      <Picture size={18} stroke={1.7} className={classes.picture} aria-hidden />
      <div className={classes.words}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {actions && <Group gap={8}>{actions}</Group>}
    </div>
  )
}
