import type { BatchPerson } from '@alumni/shared/alumni/batch-search'

/** "BS Biology": the most recent degree. */
export function degreeWords({ recent_degree: degree }: BatchPerson): string {
  return [degree?.degree_code, degree?.major_desc].filter(Boolean).join(' ')
}

/** "2008, 2012". */
export function classWords({ class_years }: BatchPerson): string {
  return class_years.join(', ')
}

/** "Boston, MA", and the country where it is another. */
export function placeWords({ city, state, country }: BatchPerson): string {
  return [city, state, country === 'US' ? null : country].filter(Boolean).join(', ')
}
