import type { Alumnus } from '@alumni/shared/alumni/record'
import { IconCross, IconMailOff, IconPhoneOff } from '@tabler/icons-react'
import classes from './standing-marks.module.css'

/** `short` is for narrow places. */
export const standings = [
  { of: 'deceased', word: 'Deceased', short: 'Deceased', tone: 'ink', icon: IconCross },
  { of: 'do_not_contact', word: 'Do not contact', short: 'No contact', tone: 'bad', icon: IconPhoneOff },
  { of: 'do_not_email', word: 'Do not e-mail', short: 'No e-mail', tone: 'bad', icon: IconMailOff },
] as const

/** What nobody may overlook before they write or call. */
export function StandingMarks({ alumnus }: { alumnus: Pick<Alumnus, (typeof standings)[number]['of']> }) {
  const marks = standings.filter(({ of }) => alumnus[of])
  if (marks.length === 0) return null
  return (
    <span className={classes.marks}>
      {marks.map(({ of, word, tone, icon: Picture }) => (
        <strong key={of} data-tone={tone}>
          <Picture size={15} stroke={1.8} aria-hidden />
          {word}
        </strong>
      ))}
    </span>
  )
}
