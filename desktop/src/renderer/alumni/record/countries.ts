import { countryCodes, countryName } from '@alumni/shared/countries'

/** All countries by name, and the one on file even if it is none of them. */
export function countryChoices(onFile: string): { value: string; label: string }[] {
  const codes = onFile === '' || countryCodes.includes(onFile) ? countryCodes : [onFile, ...countryCodes]
  return codes
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}
