import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-word.module.css'

export type Tone = 'good' | 'accent' | 'warn' | 'bad' | 'plain'

type StateWordProps = { icon: Icon; tone: Tone } & ({ word: string } | { children: ReactNode })

export function StateWord({ icon: Picture, tone, ...words }: StateWordProps) {
  return (
    <span className={classes.state} data-tone={tone}>
      <Picture size={15} stroke={1.8} aria-hidden />
      {'word' in words ? words.word : words.children}
    </span>
  )
}
