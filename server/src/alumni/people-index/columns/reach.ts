import { flag, type People } from './people.ts'
import { hasCity } from './person.ts'

/** With any of these no e-mail may go to someone. */
export const optOutFlags = flag.deceased | flag.do_not_contact | flag.do_not_email

/** Returns whether someone has neither an e-mail address nor a city or postal code on file. */
export function buildLostTest({ flags, places, zips, dictionaries }: People): (slot: number) => boolean {
  const cities = dictionaries.places.markTexts(hasCity)
  return (slot) => (flags.values[slot]! & flag.has_email) === 0 && !cities?.[places.values[slot]!] && !zips.values[slot]
}
