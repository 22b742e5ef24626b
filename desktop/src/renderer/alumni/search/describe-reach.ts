import { countOptedOut, type Reach } from '@alumni/shared/champions/contact-preferences'
import { formatNumber, formatList } from '../../ui/format/numbers.ts'

/** Returns text such as "49 can be e-mailed, 3 have no e-mail, 3 opted out and 2 are deceased". */
export function describeReach(reach: Reach): string {
  const { may_be_emailed } = reach
  return formatList([`${formatNumber(may_be_emailed)} can be e-mailed`, ...listLeftOutCounts(reach)])
}

/** Returns text such as "3 have no e-mail, 3 opted out and 2 are deceased"; empty if no one is left out. */
export function describeLeftOut(reach: Reach): string {
  return formatList(listLeftOutCounts(reach))
}

function listLeftOutCounts(reach: Reach): string[] {
  const { no_email, deceased } = reach
  const optedOutCount = countOptedOut(reach)
  return [
    no_email > 0 && `${formatNumber(no_email)} ${no_email === 1 ? 'has' : 'have'} no e-mail`,
    optedOutCount > 0 && `${formatNumber(optedOutCount)} opted out`,
    deceased > 0 && `${formatNumber(deceased)} ${deceased === 1 ? 'is' : 'are'} deceased`,
  ].filter((text) => text !== false)
}
