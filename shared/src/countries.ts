import { compareAlphabetically } from './compare-text.ts'
import type { Option } from './portal.ts'

export const countryCodes: readonly string[] = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ
DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ
OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/)

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Returns the name of a country code. Other text is returned unchanged; null means the United States. */
export function countryName(code: string | null): string {
  const country = code || 'US'
  return /^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country
}

const countriesWithStateCodes = ['US', 'CA', 'AU']

/** Omits codes that only locals know, such as `L` for Leinster. */
function displayedState({ state, country }: Pick<Place, 'state' | 'country'>): string | null {
  return countriesWithStateCodes.includes(country || 'US') || !/^[A-Z0-9]{1,3}$/.test(state ?? '') ? state : null
}

type Place = { city: string | null; state: string | null; country: string | null }

/** Formats a place in one line: "Boston, MA", "Boston, MA 02116", "Dublin, Ireland", "Toronto, ON, Canada". */
export function placeName({ city, state, country }: Place, zip: string | null = null): string {
  const abroad = country && country !== 'US' ? countryName(country) : null
  return [townName({ city, state, country }, zip), abroad].filter(Boolean).join(', ')
}

/** Formats a place without its country: "Boston, MA" or "Boston, MA 02116". */
export function townName({ city, state, country }: Place, zip: string | null = null): string {
  const town = [city, displayedState({ state, country })].filter(Boolean).join(', ')
  return [town, zip].filter(Boolean).join(' ')
}

export function countryOptions(): Option[] {
  const others = countryCodes.filter((code) => code !== 'US').map((value) => ({ value, label: countryName(value) }))
  return [
    { value: 'US', label: countryName('US') },
    ...others.toSorted((a, b) => compareAlphabetically(a.label, b.label)),
  ]
}
