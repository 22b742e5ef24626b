import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { Link } from '@tanstack/react-router'
import { StandingMarks } from '../../domain/people/standing-marks.tsx'
import { EmailFact } from '../../domain/people/ways.tsx'
import classes from './signup-page.module.css'

/** Someone on file, with what tells them from others of their name. */
export function Person({ person }: { person: FoundAlumnus }) {
  const { buid, name, recent_degree: degree, class_years, city, state, country, primary_email } = person
  const study = [degree?.degree_code, degree?.major_desc].filter(Boolean).join(' ')
  const years = class_years.length > 0 && `class of ${class_years.join(' and ')}`
  const place = [city, state, country === 'US' ? null : country].filter(Boolean).join(', ')
  return (
    <div>
      <Link to="/alumni/$id" params={{ id: buid }} className={classes.name}>
        {name || 'No name on file'}
      </Link>
      <div className={classes.soft}>{[study, years].filter(Boolean).join(', ') || 'No degree on file'}</div>
      <div className={classes.soft}>{[buid, place].filter(Boolean).join(' · ')}</div>
      {primary_email && (
        <div className={classes.soft}>
          <EmailFact person={person} value={primary_email} />
        </div>
      )}
      <StandingMarks alumnus={person} />
    </div>
  )
}
