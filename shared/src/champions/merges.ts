import { z } from 'zod'
import { formatAnswer } from './format-answer.ts'
import { answersOfGroup, fieldOf, isListAnswer, signupAnswerNames } from './answers.ts'
import type { SignupAnswer, SignupAnswers } from './answers.ts'
import { duplicateReason, duplicateReasons, maxSources } from './merge-lists.ts'
import { signupStatuses } from './record.ts'
import { foldEmail } from '../email-address.ts'
import { pageMembers } from '../page.ts'
import { objectFromEntries } from '../object-from-entries.ts'

const text = z.string().nullable()
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const value = z.union([z.string(), z.array(z.string())]).nullable()
export type ComparedValue = z.infer<typeof value>

type LocationAnswer = ReturnType<typeof answersOfGroup<'location'>>[number]
type MergedAnswer = Exclude<SignupAnswer, LocationAnswer>
export type MergeField = MergedAnswer | 'location' | 'buid' | 'wants_reminders'
type MergedField = { columns: readonly (SignupAnswer | 'buid' | 'wants_reminders')[]; label: string }

const location: MergedField = { columns: answersOfGroup('location'), label: 'Location' }
const answers: Record<MergedAnswer | 'location', MergedField> = objectFromEntries(
  signupAnswerNames.map((name) => {
    const { group, label } = fieldOf(name)
    return group === 'location' ? ['location', location] : [name, { columns: [name], label }]
  }),
)
export const mergeFields: Record<MergeField, MergedField> = {
  ...answers,
  buid: { columns: ['buid'], label: 'Alumnus' },
  wants_reminders: { columns: ['wants_reminders'], label: 'Event reminders' },
}
export const mergeFieldNames = Object.keys(mergeFields) as [MergeField, ...MergeField[]]
const mergeField = z.enum(mergeFieldNames)

export function formatMergedAnswers(
  signup: SignupAnswers,
  choices: Parameters<typeof formatAnswer>[2],
): Record<MergedAnswer, ComparedValue> {
  const names = signupAnswerNames.filter((name) => fieldOf(name).group !== 'location')
  return objectFromEntries(
    names.map((name) => {
      const labels = formatAnswer(name, signup[name], choices)
      return [name, isListAnswer(name) && labels.length > 0 ? labels : (labels[0] ?? null)]
    }),
  )
}

export function isListField(field: MergeField): boolean {
  return signupAnswerNames.some((name) => name === field && isListAnswer(name))
}

const briefSignup = z.object({
  id,
  name: z.string(),
  email: z.string(),
  place: text,
  status: z.enum(signupStatuses),
  buid: text,
  created_at: z.string(),
})
export type BriefSignup = z.infer<typeof briefSignup>

const dismissal = z.object({ id, by: z.string(), at: z.string() })
const pair = z.object({ reasons: z.array(duplicateReason), dismissal: dismissal.nullable() })

const duplicate = pair.extend({ first: briefSignup, second: briefSignup })
export type Duplicate = z.infer<typeof duplicate>

export const duplicatesPage = z.object({ duplicates: z.array(duplicate), ...pageMembers, searched_at: text })
export type DuplicatesPage = z.infer<typeof duplicatesPage>

const comparedSignup = briefSignup.extend({
  alumnus: z.object({ buid: z.string(), name: z.string() }).nullable(),
  values: z.record(mergeField, value),
  has_google: z.boolean(),
  signed_in_at: text,
})
export type ComparedSignup = z.infer<typeof comparedSignup>

/** `others` are further signups that may belong to the same person. */
export const comparisonPage = z.object({
  signups: z.array(comparedSignup),
  pairs: z.array(pair.extend({ ids: z.tuple([id, id]) })),
  others: z.array(briefSignup),
  gone: z.array(z.object({ id, message: z.string(), merge_id: id.nullable() })),
})
export type ComparisonPage = z.infer<typeof comparisonPage>

export const searchReply = z.object({ found: z.number().int(), searched_at: z.string() })

export const dismissRequest = z.object({ ids: z.tuple([id, id]).refine(([a, b]) => a !== b, 'Name two signups.') })
export const dismissReply = z.object({ dismissal })

/** For each field, the ID of the signup with the value to keep, or `all` to combine lists. Default: `defaultChoice`. */
const choices = z.partialRecord(mergeField, z.union([id, z.literal('all')]))
export type MergeChoices = z.infer<typeof choices>

/** The server replies 409 if the outcome has changed since the preview that returned `seen`. */
export const mergeRequest = z
  .object({
    survivor_id: id,
    source_ids: z
      .array(id)
      .min(1, 'Choose what is to be merged.')
      .max(maxSources, `Merge up to ${maxSources} at once.`),
    fields: choices.default({}),
    seen: z.string().max(100).optional(),
  })
  .refine(({ survivor_id, source_ids }) => new Set([survivor_id, ...source_ids]).size === source_ids.length + 1, {
    path: ['source_ids'],
    message: 'Choose each signup once.',
  })
export type MergeRequest = z.infer<typeof mergeRequest>

const changedTable = z.enum([
  'champion_signups',
  'event_rsvps',
  'opportunity_responses',
  'community_members',
  'champion_devices',
  'signup_notes',
])

export const mergeOutcome = z.object({
  fields: z.array(z.object({ field: mergeField, before: value, after: value, from: z.union([id, z.literal('all')]) })),
  status: z.object({ before: z.enum(signupStatuses), after: z.enum(signupStatuses) }),
  /** `moves`: the Google account moves from a source to the survivor; `both`: both accounts can sign in. */
  google: z.enum(['none', 'stays', 'moves', 'both']),
  /** Duplicate answers that are deleted (`of`, `was`) and the answers that remain instead (`kept_of`, `kept`). */
  dropped: z.array(
    z.object({
      what: changedTable,
      title: z.string(),
      of: id,
      was: text,
      kept_of: id,
      kept: text,
    }),
  ),
  /** Places that became free and went to people on waiting lists. */
  places: z.array(z.object({ what: changedTable, title: z.string(), count: z.number().int() })),
  engagements: z.object({ added: z.number().int(), removed: z.number().int() }),
  called_off: z.number().int(),
})
export type MergeOutcome = z.infer<typeof mergeOutcome>
export const mergePreview = z.object({ seen: z.string(), outcome: mergeOutcome })
export type MergePreview = z.infer<typeof mergePreview>

/** `chosen` means that staff merged signups for which none of the other reasons applies. */
export const mergeKeys = { ...duplicateReasons, chosen: 'Chosen by hand' } as const
export type MergeKey = keyof typeof mergeKeys

const signupMerge = z.object({
  id,
  survivor: z.object({ id, name: z.string(), email: z.string() }),
  sources: z.array(z.object({ id, name: z.string(), email: z.string() })),
  key: z.enum(Object.keys(mergeKeys) as [MergeKey, ...MergeKey[]]),
  merged_by: z.string(),
  merged_at: z.string(),
  undone_by: text,
  undone_at: text,
})
export type SignupMerge = z.infer<typeof signupMerge>

export const mergesPage = z.object({ merges: z.array(signupMerge), ...pageMembers })

export const undoOutcome = z.object({
  refusals: z.array(z.object({ message: z.string(), href: text })),
  /** Changes since the merge that the undo does not revert, with the current values. */
  kept: z.array(
    z.object({
      what: changedTable,
      signup_id: id,
      title: text,
      field: text,
      value,
      how: z.enum(['changed', 'new']),
    }),
  ),
  /** Events and opportunities with more people than places after the undo; `count` is the excess. */
  over: z.array(z.object({ what: changedTable, title: z.string(), count: z.number().int() })),
})
export type UndoOutcome = z.infer<typeof undoOutcome>

/** Before the undo, `undo` is a preview of it. */
export const mergePage = z.object({
  merge: signupMerge,
  outcome: mergeOutcome.nullable(),
  undo: undoOutcome.nullable(),
})
export type MergePage = z.infer<typeof mergePage>

type MergeCandidate = { id: number; values: Partial<Record<MergeField, ComparedValue>> }

/** Returns whether the signups have different values in a field, apart from empty ones. */
export function isConflict(field: MergeField, signups: readonly MergeCandidate[]): boolean {
  return (
    new Set(signups.map(({ values }) => toComparable(field, values[field])).filter((value) => value !== '')).size > 1
  )
}

/**
 * Returns the initial choice of a field in a merge: `all` for lists that differ; for `wants_reminders`, a signup with
 * the answer "No"; otherwise the ID of the first signup with a value.
 */
export function defaultChoice(field: MergeField, signups: readonly MergeCandidate[]): number | 'all' {
  if (isListField(field) && isConflict(field, signups)) return 'all'
  if (field === 'wants_reminders') return (signups.find(({ values }) => values[field] === 'No') ?? signups[0]!).id
  return (signups.find(({ values }) => toComparable(field, values[field]) !== '') ?? signups[0]!).id
}

/** Prefers the most advanced status, then the oldest signup. */
export function suggestSurvivor<Signup extends Pick<BriefSignup, 'id' | 'status' | 'created_at'>>(
  signups: readonly Signup[],
): Signup {
  const rank = (signup: Signup) => signupStatuses.indexOf(signup.status)
  return signups.toSorted((a, b) => rank(b) - rank(a) || a.created_at.localeCompare(b.created_at) || a.id - b.id)[0]!
}

function toComparable(field: MergeField, value: ComparedValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.toSorted().join('\n')
  if (field === 'email') return foldEmail(value)
  return field === 'location' ? value.toLowerCase() : value
}
