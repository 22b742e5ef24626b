/** Domains at which many people read their mail, long enough to be one slip from few others. */
const common = [
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
const real = ['mail.com', 'ymail.com', 'email.com']

/**
 * The address that was meant, most likely: `mei@gmail.com` for `mei@gmial.com`. Null where the domain is a common one,
 * or like none of them.
 */
export function likelyEmail(typed: string): string | null {
  const [, local, domain = ''] = /^(.+)@([^@]+)$/su.exec(typed.trim()) ?? []
  const said = domain.toLowerCase()
  if (!local || [...common, ...real].includes(said)) return null
  const meant = common.find((each) => isOneSlipFrom(said, each))
  return meant ? `${local}@${meant}` : null
}

/** Whether one letter is too many, missing, another one, or two have changed places. */
function isOneSlipFrom(said: string, meant: string): boolean {
  if (Math.abs(said.length - meant.length) > 1) return false
  let at = 0
  while (at < said.length && said[at] === meant[at]) at++
  const [ofSaid, ofMeant] = [said.slice(at), meant.slice(at)]
  return (
    ofSaid.slice(1) === ofMeant ||
    ofSaid === ofMeant.slice(1) ||
    ofSaid.slice(1) === ofMeant.slice(1) ||
    (ofSaid.slice(2) === ofMeant.slice(2) && ofSaid[0] === ofMeant[1] && ofSaid[1] === ofMeant[0])
  )
}
