import { alumnusFields } from '@alumni/shared/alumni/fields'
import type { Alumnus, Education, Employment } from './alumnus.ts'
import { buidAt, contactIdAt, crmIdAt } from './crm-ids.ts'
import named from './data/people.json' with { type: 'json' }
import { study } from './vocabulary.ts'

const empty = {
  ...Object.fromEntries(alumnusFields.map((field) => [field, null])),
  deceased: false,
  do_not_contact: false,
  do_not_email: false,
}

/** The first people of every demo database; tests and documentation refer to them by name. */
export const namedPeople: readonly Alumnus[] = named.people.map(
  (known, index) =>
    ({
      ...empty,
      buid: buidAt(index),
      contact_id: contactIdAt(index),
      crm_id: crmIdAt(index),
      ...known,
    }) as Alumnus,
)

/**
 * Peggy's latest degree is her MBA, Mary's degree and minor have the same date, Bob's law degree has none, and X Æ,
 * Anne-Marie and Zoë have no education.
 */
export const namedEducations: readonly Education[] = named.educations.map(({ buid, degree, date, major, area }) =>
  study(major, { buid, degree_code: degree, degree_date: date ?? null, area_type: area ?? null }),
)
export const namedEmployments: readonly Employment[] = named.employments
export const namedAffinities = named.affinities
export const namedEngagements = named.engagements
