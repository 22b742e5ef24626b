import type { FoundAlumnus } from '@alumni/shared/alumni-search'
import { IconCross, IconMailOff, IconPhoneOff, IconStar } from '@tabler/icons-react'
import classes from './marks.module.css'

const marks = [
  { of: 'deceased', word: 'Deceased', short: 'Deceased', tone: 'ink', icon: IconCross },
  { of: 'do_not_contact', word: 'Do not contact', short: 'No contact', tone: 'bad', icon: IconPhoneOff },
  { of: 'do_not_email', word: 'Do not e-mail', short: 'No e-mail', tone: 'bad', icon: IconMailOff },
  { of: 'is_champion', word: 'Champion', short: 'Champion', tone: 'accent', icon: IconStar },
] as const

/** What to know before writing or calling, beside the name. Who may not be contacted may not be written to either. */
export function Marks({ person }: { person: FoundAlumnus }) {
  return marks
    .filter(({ of }) => person[of] && !(of === 'do_not_email' && person.do_not_contact))
    .map(({ of, word, short, tone, icon: Picture }) => (
      <span key={of} className={classes.mark} data-tone={tone} title={word}>
        <Picture size={13} stroke={1.9} aria-hidden />
        <span className={classes.word}>{word}</span>
        <span className={classes.short} aria-hidden>
          {short}
        </span>
      </span>
    ))
}
