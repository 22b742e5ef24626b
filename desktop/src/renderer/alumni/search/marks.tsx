import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { IconStar } from '@tabler/icons-react'
import { standings } from '../../domain/people/standing-marks.tsx'
import classes from './marks.module.css'

const marks = [
  ...standings,
  { of: 'is_champion', word: 'Champion', short: 'Champion', tone: 'accent', icon: IconStar },
] as const

export function marksOf(person: FoundAlumnus) {
  return marks.filter(({ of }) => person[of])
}

/** What to know before writing or calling, beside the name. */
export function Marks({ person }: { person: FoundAlumnus }) {
  return marksOf(person).map(({ of, word, short, tone, icon: Picture }) => (
    <span key={of} className={classes.mark} data-tone={tone} title={word}>
      <Picture size={13} stroke={1.9} aria-hidden />
      <span className={classes.word}>{word}</span>
      <span className={classes.short} aria-hidden>
        {short}
      </span>
    </span>
  ))
}
