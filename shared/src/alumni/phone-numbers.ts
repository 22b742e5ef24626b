const minWholeDigits = 9
/** Matches `00`, and `011` (U.S.) only before ten digits, because `0116` is also the area code of Leicester. */
const internationalPrefix = /^(?:00|011(?=\d{10}))/
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** Normalizes a phone number for comparison: digits only, without `+1`, an international prefix or a leading `0`. */
export function phoneDigits(phone: string): string {
  const digits = digitsOf(phone.replaceAll('(0)', '')).replace(internationalPrefix, '').replace(/^0/, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

/** Returns the digits that a matching `phoneDigits` starts or ends with: `0031 6 12` and `06 12` match `+31 6 12`. */
export function listPhoneForms(text: string): string[] {
  const [digits, compared] = [digitsOf(text), phoneDigits(text)]
  const isAmerican = compared.length === 10 && digits.endsWith(`1${compared}`)
  const isWhole = digits.length >= minWholeDigits && !compared.startsWith('0')
  if (!isWhole) return /^0[1-9]\d{5}/.test(digits) ? [digits, digits.slice(1)] : [digits]
  const isAbroad = (text.startsWith('+') || internationalPrefix.test(digits)) && compared.length > minWholeDigits
  return isAbroad && !isAmerican ? [compared, compared.replace(countryCode, '')] : [compared]
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
