import {
  leftOutReasons,
  type LeftOutReason,
  type LetterReach,
  type ListLetterRecord,
  type RecipientState,
} from '@alumni/shared/publications/list-letters'
import { formatNumber } from '../../ui/format/numbers.ts'

type Group = Exclude<RecipientState, 'left_out'> | LeftOutReason | 'written_to'
/** The number of people in one group of a letter, such as 14 "without an e-mail address". */
export type GroupCount = { group: Group; people: number; label: string }

const labels: Record<Group, string | readonly [one: string, many: string]> = {
  written_to: ['gets it', 'get it'],
  sent: 'got it',
  handed: 'being sent',
  waiting: 'waiting',
  refused: 'bounced',
  in_doubt: 'in doubt: it may have arrived',
  gone: 'no longer on file',
  deceased: 'deceased',
  do_not_contact: 'not to be contacted',
  do_not_email: ['who wants no e-mail', 'who want no e-mail'],
  opted_out: 'who opted out',
  answered: ['who has answered', 'who have answered'],
  no_email: 'without an e-mail address',
  bounced: 'whose letters bounced before',
  same_address: 'at the address of another person',
}

/** Returns the words for a group, such as "got it" or "who want no e-mail". */
export function describeGroup(group: Group | 'left_out', people = 2): string {
  if (group === 'left_out') return 'left out'
  const forms = labels[group]
  return typeof forms === 'string' ? forms : forms[people === 1 ? 0 : 1]
}

function toGroupCounts(group: Group, people = 0): GroupCount[] {
  if (people === 0 && group !== 'written_to') return []
  return [{ group, people, label: describeGroup(group, people) }]
}

export function countReachByGroup(reach: Pick<LetterReach, 'written_to' | 'left_out'>): GroupCount[] {
  const { written_to, left_out } = reach
  return [
    ...toGroupCounts('written_to', written_to),
    ...leftOutReasons.flatMap((reason) => toGroupCounts(reason, left_out[reason])),
  ]
}

const states = ['sent', 'handed', 'waiting', 'in_doubt', 'refused'] as const satisfies RecipientState[]

export function countOutcomesByGroup(letter: Pick<ListLetterRecord, 'recipients' | 'left_out'>): GroupCount[] {
  const { recipients, left_out } = letter
  return [
    ...states.flatMap((state) => toGroupCounts(state, recipients[state])),
    ...leftOutReasons.flatMap((reason) => toGroupCounts(reason, left_out[reason])),
  ]
}

/** Excludes people who were left out. */
export function countRecipients({ recipients }: Pick<ListLetterRecord, 'recipients'>): number {
  return states.reduce((sum, state) => sum + (recipients[state] ?? 0), 0)
}

/** Separates the groups that are left out from the others. `total` is the number of people left out. */
export function splitLeftOut(counts: readonly GroupCount[]) {
  const isLeftOut = ({ group }: GroupCount) => leftOutReasons.some((reason) => reason === group)
  const leftOut = counts.filter(isLeftOut)
  return {
    others: counts.filter((count) => !isLeftOut(count)),
    leftOut,
    total: leftOut.reduce((sum, { people }) => sum + people, 0),
  }
}

const listCounts = (counts: readonly GroupCount[]) =>
  counts.map(({ people, label }) => `${formatNumber(people)} ${label}`).join(', ')

/** Returns text such as "287 get it. 25 left out: 14 without an e-mail address, 11 deceased." */
export function describeCounts(counts: readonly GroupCount[]): string {
  const { others, leftOut, total } = splitLeftOut(counts)
  return [listCounts(others), total > 0 && `${formatNumber(total)} left out: ${listCounts(leftOut)}`]
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ')
}
