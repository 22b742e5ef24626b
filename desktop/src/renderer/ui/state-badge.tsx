import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-badge.module.css'

export type Tone = 'good' | 'accent' | 'warn' | 'bad' | 'plain'

export type StateLabel = { label: string; icon: Icon; tone: Tone }

type StateBadgeProps = Omit<StateLabel, 'label'> & ({ label: string } | { children: ReactNode })

export function StateBadge({ icon: Picture, tone, ...content }: StateBadgeProps) {
  return (
    <span className={classes.state} data-tone={tone}>
      <Picture size={15} stroke={1.8} aria-hidden />
      {'label' in content ? content.label : content.children}
    </span>
  )
}
