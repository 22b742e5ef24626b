import { Group } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

export type EmptyStateProps = {
  icon: Icon
  title: string
  children?: ReactNode
  actions?: ReactNode
  tone?: 'plain' | 'bad' | 'good'
}

/** A designed "nothing here": what it means and what to do. */
export function EmptyState({ icon: Picture, title, children, actions, tone = 'plain' }: EmptyStateProps) {
  return (
    <div className={classes.state} data-tone={tone}>
      <span className={classes.picture} aria-hidden>
        <Picture size={24} stroke={1.5} />
      </span>
      <h2>{title}</h2>
      {children && <div className={classes.words}>{children}</div>}
      {actions && (
        <Group justify="center" gap={8} mt={14}>
          {actions}
        </Group>
      )}
    </div>
  )
}
