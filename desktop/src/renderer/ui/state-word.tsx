import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-word.module.css'

export type Tone = 'good' | 'accent' | 'warn' | 'bad' | 'plain'

/** How something stands, in a table: a picture and a word. */
export function StateWord({ icon: Picture, tone, children }: { icon: Icon; tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.state} data-tone={tone}>
      <Picture size={15} stroke={1.8} aria-hidden />
      {children}
    </span>
  )
}
