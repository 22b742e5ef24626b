/** The fewest digits of a whole number, with or without its country. */
const wholeLength = 9
/** Dialed before a country's code: `00`, or `011` from the United States, which `0116` of Leicester is not. */
const dialedAbroad = /^(?:00|011(?=\d{10}))/
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/**
 * Digits of a phone number as it is compared: with its country's code but for `+1`, or as it is dialed within the
 * country, without the `0` before it.
 */
export function phoneDigits(phone: string): string {
  const digits = digitsOf(phone.replaceAll('(0)', '')).replace(dialedAbroad, '').replace(/^0/, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

/**
 * Returns the digits that the `phoneDigits` of a typed number may begin or end with: `0031 6 1234 5678` and
 * `06 1234 5678` are both `+31 6 1234 5678`. A few digits are the first or the last ones.
 */
export function phoneForms(typed: string): string[] {
  const [digits, compared] = [digitsOf(typed), phoneDigits(typed)]
  const isAmerican = compared.length === 10 && digits.endsWith(`1${compared}`)
  const isWhole = digits.length >= wholeLength && !compared.startsWith('0')
  if (!isWhole) return /^0[1-9]\d{5}/.test(digits) ? [digits, digits.slice(1)] : [digits]
  const isAbroad = (typed.startsWith('+') || dialedAbroad.test(digits)) && compared.length > wholeLength
  return isAbroad && !isAmerican ? [compared, compared.replace(countryCode, '')] : [compared]
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
