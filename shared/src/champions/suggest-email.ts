/** Shorter domains are left out, because too many other domains are similar to them. */
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
/** Existing domains that would otherwise be taken for a typo of a common domain. */
const similarDomains = ['mail.com', 'ymail.com', 'email.com']

/** Returns the address without a typo in its domain, such as `mei@gmail.com` for `mei@gmial.com`, or null. */
export function suggestEmail(email: string): string | null {
  const [, local, domain = ''] = /^(.+)@([^@]+)$/su.exec(email.trim()) ?? []
  const actual = domain.toLowerCase()
  if (!local || [...commonDomains, ...similarDomains].includes(actual)) return null
  const intended = commonDomains.find((common) => differsByOneTypo(actual, common))
  return intended ? `${local}@${intended}` : null
}

/** Returns whether the texts differ by one inserted, missing or different letter, or by two swapped letters. */
function differsByOneTypo(actual: string, intended: string): boolean {
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
