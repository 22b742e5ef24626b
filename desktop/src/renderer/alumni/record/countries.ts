import { countryCodes } from '@alumni/shared/countries'

const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' })

/** `VN` as "Vietnam"; what is no code stands as it is. */
export function countryName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country
}

/** All countries by name, and the one on file even if it is none of them. */
export function countryChoices(onFile: string): { value: string; label: string }[] {
  const codes = onFile === '' || countryCodes.includes(onFile) ? countryCodes : [onFile, ...countryCodes]
  return codes
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}
