import { fieldLabel } from '@alumni/shared/alumni/record'
import type { FoundAlumnus, FoundBy as Reason } from '@alumni/shared/alumni/search'
import { emailRefusal, phoneRefusal } from '../../domain/people/ways.tsx'
import { Fact } from '../../domain/searches/columns.tsx'
import classes from '../../domain/searches/cells.module.css'

/** The columns that show what someone was found by. */
const columnOf: Partial<Record<Reason['field'], string>> = {
  primary_email: 'email',
  mobile_phone: 'phone',
  buid: 'buid',
  contact_id: 'contact_id',
}

const shortNames: Partial<Record<Reason['field'], string>> = {
  former_last_name: 'Formerly',
  mobile_phone: 'Mobile',
  home_phone: 'Home',
}

/** Returns the matches that no shown column has, in words; `struck` is why one must not be used. */
export function reasonsOf(person: FoundAlumnus, shown: readonly string[]) {
  return (person.found_by ?? [])
    .filter(({ field }) => !shown.includes(columnOf[field] ?? ''))
    .map(({ field, value }) => ({
      words: `${shortNames[field] ?? fieldLabel(field)} ${value}`,
      struck: field.endsWith('_email') ? emailRefusal(person) : field.endsWith('_phone') ? phoneRefusal(person) : null,
    }))
}

/** Explains why a row was found. */
export function FoundBy({ person, shown }: { person: FoundAlumnus; shown: readonly string[] }) {
  return reasonsOf(person, shown).map(({ words, struck }) => (
    <span key={words} className={classes.foundBy}>
      <Fact text={words} struck={struck} />
    </span>
  ))
}
