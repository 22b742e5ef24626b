import { countryName } from '@alumni/shared/countries'
import {
  defaultChoice,
  isListField,
  formatMergedAnswers,
  mergeFieldNames,
  mergeFields,
  type ComparedValue,
  type MergeChoices,
  type MergeField,
} from '@alumni/shared/champions/merges'
import type { Signup } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { readChoices } from '../sign-up/choices.ts'

export type Values = Record<MergeField, ComparedValue>
type Columns = Pick<Signup, (typeof mergeFields)[MergeField]['columns'][number]>

/** Returns each signup's values of the merge fields as text to display, in the order of `signups`. */
export async function readValues(db: Db, signups: readonly Columns[]): Promise<Values[]> {
  const choices = await readChoices(db, signups)
  return signups.map((signup) => ({
    ...formatMergedAnswers(signup, choices),
    location: describeLocation(signup),
    buid: signup.buid,
    wants_reminders: signup.wants_reminders ? 'Yes' : 'No',
  }))
}

function describeLocation({ street, city, state, zip_code, postal_code, country }: Columns): string | null {
  const parts = [street, city, state, zip_code ?? postal_code].filter(Boolean)
  if (parts.length === 0 && !country) return null
  return [...parts, country ? countryName(country) : ''].filter(Boolean).join(', ')
}

/** Completes the requested choices with a default for each other field. The survivor must be the first of `signups`. */
export function resolveChoices(
  signups: readonly (Signup & { values: Values })[],
  requested: MergeChoices,
): Required<MergeChoices> {
  return Object.fromEntries(
    mergeFieldNames.map((field) => [field, requested[field] ?? defaultChoice(field, signups)]),
  ) as Required<MergeChoices>
}

/** Returns the columns of the merged signup. The choice `all` combines the values of a list field. */
export function pickColumns(signups: readonly Signup[], choices: Required<MergeChoices>): Columns {
  const byId = new Map(signups.map((signup) => [signup.id, signup]))
  const entries = mergeFieldNames.flatMap((field) => {
    const choice = choices[field]
    return mergeFields[field].columns.map((column): [string, unknown] => [
      column,
      choice === 'all' && isListField(field)
        ? [...new Set(signups.flatMap((signup) => signup[column]))]
        : byId.get(choice as number)![column],
    ])
  })
  return Object.fromEntries(entries) as Columns
}
