import {
  leftOutReasons,
  recipientStates,
  type LeftOutReason,
  type LetterReach,
  type ListLetterRecord,
  type RecipientState,
} from '@alumni/shared/publications/list-letters'
import { count } from '../../ui/words/numbers.ts'

type Group = Exclude<RecipientState, 'left_out'> | LeftOutReason | 'written_to'
/** A part of the chosen people, such as 14 "without an e-mail address". */
export type Sum = { group: Group; people: number; words: string }

const words: Record<Group, string | readonly [one: string, many: string]> = {
  written_to: 'written to',
  sent: 'sent',
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

/** "deceased", "who want no e-mail". */
export function wordsOf(group: Group | 'left_out', people = 2): string {
  if (group === 'left_out') return 'left out'
  const of = words[group]
  return typeof of === 'string' ? of : of[people === 1 ? 0 : 1]
}

function sumOf(group: Group, people = 0): Sum[] {
  if (people === 0 && group !== 'written_to') return []
  return [{ group, people, words: wordsOf(group, people) }]
}

/** Counts who would get a letter and, by reason, who would not; together they are the chosen. */
export function reachSums({ written_to, left_out }: Pick<LetterReach, 'written_to' | 'left_out'>): Sum[] {
  return [...sumOf('written_to', written_to), ...leftOutReasons.flatMap((reason) => sumOf(reason, left_out[reason]))]
}

const states = ['sent', 'handed', 'waiting', 'in_doubt', 'refused'] as const satisfies RecipientState[]

/** Counts the chosen people of a letter that was sent by its outcome. */
export function outcomeSums({ recipients, left_out }: Pick<ListLetterRecord, 'recipients' | 'left_out'>): Sum[] {
  return [
    ...states.flatMap((state) => sumOf(state, recipients[state])),
    ...leftOutReasons.flatMap((reason) => sumOf(reason, left_out[reason])),
  ]
}

/** How many were chosen, whatever became of them. */
export function chosenOf({ recipients }: Pick<ListLetterRecord, 'recipients'>): number {
  return recipientStates.reduce((sum, state) => sum + (recipients[state] ?? 0), 0)
}

/** "Chosen 312 = 287 written to + 14 without an e-mail address + 11 deceased". */
export function equation(chosen: number, sums: readonly Sum[]): string {
  return `Chosen ${count(chosen)} = ${sums.map(({ people, words }) => `${count(people)} ${words}`).join(' + ')}`
}
