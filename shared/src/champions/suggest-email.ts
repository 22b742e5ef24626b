/** Common mail domains that are long enough to be one typo away from few others. */
const commonDomains = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'comcast.net',
  'verizon.net',
  'protonmail.com',
]
/** Real domains that are one typo away from a common one. */
const similarDomains = ['mail.com', 'ymail.com', 'email.com']

/** Suggests `mei@gmail.com` for `mei@gmial.com`; null if the domain is known or resembles none. */
export function suggestEmail(email: string): string | null {
  const [, local, domain = ''] = /^(.+)@([^@]+)$/su.exec(email.trim()) ?? []
  const actual = domain.toLowerCase()
  if (!local || [...commonDomains, ...similarDomains].includes(actual)) return null
  const intended = commonDomains.find((each) => isOneSlipFrom(actual, each))
  return intended ? `${local}@${intended}` : null
}

/** Whether the texts differ by one inserted, missing or different letter, or two swapped ones. */
function isOneSlipFrom(actual: string, intended: string): boolean {
  if (Math.abs(actual.length - intended.length) > 1) return false
  let index = 0
  while (index < actual.length && actual[index] === intended[index]) index++
  const [actualRest, intendedRest] = [actual.slice(index), intended.slice(index)]
  return (
    actualRest.slice(1) === intendedRest ||
    actualRest === intendedRest.slice(1) ||
    actualRest.slice(1) === intendedRest.slice(1) ||
    (actualRest.slice(2) === intendedRest.slice(2) &&
      actualRest[0] === intendedRest[1] &&
      actualRest[1] === intendedRest[0])
  )
}
