/** Domains at which many people read their mail, long enough to be one slip from few others. */
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
/** Real domains, one slip from one of those. */
const similarDomains = ['mail.com', 'ymail.com', 'email.com']

/**
 * The address that was meant, most likely: `mei@gmail.com` for `mei@gmial.com`. Null where the domain is a common one,
 * or like none of them.
 */
export function suggestEmail(email: string): string | null {
  const [, local, domain = ''] = /^(.+)@([^@]+)$/su.exec(email.trim()) ?? []
  const actual = domain.toLowerCase()
  if (!local || [...commonDomains, ...similarDomains].includes(actual)) return null
  const intended = commonDomains.find((each) => isOneSlipFrom(actual, each))
  return intended ? `${local}@${intended}` : null
}

/** Whether one letter is too many, missing, another one, or two have changed places. */
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
