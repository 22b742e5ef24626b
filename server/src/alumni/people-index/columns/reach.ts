import { flag, type People } from './people.ts'
import { hasCity } from './person.ts'

/** A person with any of these flags must not be e-mailed. */
export const optOutFlags = flag.deceased | flag.do_not_contact | flag.do_not_email

/** Lost people have no e-mail address, no city and no postal code. */
export function buildLostTest({ flags, places, zips, dictionaries }: People): (slot: number) => boolean {
  const cities = dictionaries.places.markTexts(hasCity)
  return (slot) => (flags.values[slot]! & flag.has_email) === 0 && !cities?.[places.values[slot]!] && !zips.values[slot]
}
