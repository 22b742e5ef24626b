import { mergeFields } from '@alumni/shared/champions/merges'
import type { ComparedValue, MergeField, MergeKey, MergeOutcome, UndoOutcome } from '@alumni/shared/champions/merges'
import { type DuplicateReason } from '@alumni/shared/champions/merge-lists'
import { statusNames } from '@alumni/shared/champions/staff-list'
import { formatCount, formatList } from '../../ui/format/numbers.ts'

export const reasonLabels: Record<DuplicateReason, string> = {
  buid: 'Same alumnus',
  email: 'Alumnus’ e-mail',
  name: 'Same name and ZIP',
  similar_name: 'Similar name and ZIP',
  phone: 'Same phone',
}

export const mergeKeyLabels: Record<MergeKey, string> = { ...reasonLabels, chosen: 'Chosen by hand' }

export function formatComparedValue(value: ComparedValue): string | null {
  if (value === null) return null
  return Array.isArray(value) ? formatList(value) : value
}

/** Describes all effects of a merge except changed fields, one sentence each. */
export function describeEffects({ status, google, dropped, places, engagements, called_off }: MergeOutcome): string[] {
  return [
    ...(status.before === status.after ? [] : [`The state becomes “${statusNames[status.after]}”.`]),
    ...(google === 'moves' ? ['The Google account moves over.'] : []),
    ...(google === 'both' ? ['Each linked Google account can still be used to sign in.'] : []),
    ...dropped.map(describeDropped),
    ...places.map(({ title, count }) =>
      count === 1
        ? `A place at “${title}” opens up and goes to the next person on the waiting list, who gets a letter.`
        : `${count} places at “${title}” open up and go to the next people on the waiting list, who get a letter.`,
    ),
    ...(engagements.removed > 0 || engagements.added > 0
      ? [
          `Attended events count for the alumnus of the signup that stays: ${formatCount(engagements.removed, ['engagement goes', 'engagements go'])}, ${formatCount(engagements.added, ['comes', 'come'])} in.`,
        ]
      : []),
    ...(called_off > 0
      ? [
          `${formatCount(called_off, ['change', 'changes'])} of address that waited for confirmation ${called_off === 1 ? 'is' : 'are'} canceled.`,
        ]
      : []),
  ]
}

function describeDropped({ title, was, kept, of, kept_of }: MergeOutcome['dropped'][number]): string {
  if (was === null) return `Both are in “${title}”: one membership stays.`
  if (was === kept) return `Both answered “${title}” with “${was}”: the answer of signup ${kept_of} stays.`
  return `Both answered “${title}”: “${kept}” of signup ${kept_of} stays, “${was}” of signup ${of} is dropped.`
}

/** Describes something that undoing a merge does not revert, because it was added or changed after the merge. */
export function describeRetained({ what, signup_id, title, field, value, how }: UndoOutcome['kept'][number]): string {
  const valueText = formatComparedValue(value)
  if (what === 'champion_signups')
    return `${mergeFields[field as MergeField].label} of signup ${signup_id}: ${valueText ? `“${valueText}”` : 'empty'}`
  if (what === 'champion_devices') return `${title} was remembered since`
  if (what === 'signup_notes')
    return `A note was ${how === 'new' ? 'written' : 'changed'} since, and stays with signup ${signup_id}`
  return `“${title}”: ${valueText ?? 'joined'}, ${how === 'new' ? 'answered' : 'changed'} since, stays with signup ${signup_id}`
}
