import type { Alumnus } from '@alumni/shared/alumni'
import { IconCross, IconMailOff, IconPhoneOff } from '@tabler/icons-react'
import classes from './standing-marks.module.css'

/** What nobody may overlook before they write or call. */
export function StandingMarks({ alumnus: { deceased, do_not_contact, do_not_email } }: { alumnus: Pick<Alumnus, 'deceased' | 'do_not_contact' | 'do_not_email'> }) {
  if (!deceased && !do_not_contact && !do_not_email) return null
  return (
    <span className={classes.marks}>
      {deceased && (
        <strong data-tone="ink">
          <IconCross size={15} stroke={1.8} aria-hidden />
          Deceased
        </strong>
      )}
      {do_not_contact && (
        <strong data-tone="bad">
          <IconPhoneOff size={15} stroke={1.8} aria-hidden />
          Do not contact
        </strong>
      )}
      {do_not_email && (
        <strong data-tone="bad">
          <IconMailOff size={15} stroke={1.8} aria-hidden />
          Do not e-mail
        </strong>
      )}
    </span>
  )
}
