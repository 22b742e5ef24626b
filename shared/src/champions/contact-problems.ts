import { parsePhoneNumberWithError, ParseError, type CountryCode } from 'libphonenumber-js/min'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { readValue } from '../alumni/values.ts'

const homeCountry = 'US'

/**
 * Returns a problem of a phone number as the end of a sentence, or undefined if valid. A null `country` means the
 * United States, undefined any country.
 */
export function phoneProblem(value: string, country: string | null | undefined): string | undefined {
  if (/[/;,|]\s*\+?\d/.test(value)) return 'is more than one number: keep one here'
  const problem = problemIn(value, (country ?? homeCountry) as CountryCode)
  if (country !== undefined || value.trim().startsWith('+') || problem?.startsWith('has a character')) return problem
  // The number may be valid in another country, so only its length counts.
  const digits = value.replaceAll(/\D/g, '').length
  return problem && (digits < 6 || digits > 15) ? problem : undefined
}

function problemIn(value: string, country: CountryCode): string | undefined {
  try {
    const phone = parsePhoneNumberWithError(value, { defaultCountry: country, extract: false })
    return phone.isPossible() ? undefined : `is not a number that can be called, such as ${example(country)}`
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    switch (error.message) {
      case 'NOT_A_NUMBER':
        return /\p{L}/u.test(value.replace(/(?:ext\.?|x)\s*\d+\s*$/iu, ''))
          ? 'has a character in it that is not part of a phone number'
          : `is too short for a phone number, such as ${example(country)}`
      case 'INVALID_COUNTRY':
        // The library does not support this country and checks only numbers with a country code.
        return value.trim().startsWith('+') ? 'begins with a country code that does not exist' : undefined
      case 'TOO_SHORT':
        return `is too short for a phone number, such as ${example(country)}`
      default:
        return `is too long for a phone number, such as ${example(country)}`
    }
  }
}

function example(country: string): string {
  return country === homeCountry ? '617 555 0123' : '+44 20 7946 0958, with its country code'
}

/**
 * Returns a problem of a postal code as the end of a sentence, or undefined if valid. Rejects a few valid codes, so
 * forms for alumni do not use it.
 */
export function postalCodeProblem(value: string, country: string | null): string | undefined {
  const countryCode = country ?? homeCountry
  // Removes the country, as in "D-10115" or "A-1010".
  const code = value
    .trim()
    .toUpperCase()
    .replace(new RegExp(`^(?:${countryCode}|${countryCode[0]})[- ]\\s*(?=\\d)`), '')
  if (!postcodeValidatorExistsForCountry(countryCode) || postcodeValidator(code, countryCode)) return undefined
  if (countryCode === homeCountry)
    return country === null
      ? 'is not a ZIP code such as 02118. For an address abroad, choose the country'
      : 'is not a ZIP code such as 02118 or 02118-1234'
  return 'does not look like a postal code of the country'
}

/** Returns a problem of an address as the end of a sentence, or undefined if valid. */
export function emailProblem(value: string): string | undefined {
  return 'problem' in readValue('email', value) ? 'needs an address such as name@example.edu' : undefined
}
