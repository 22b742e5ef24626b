import { helpRoles, type HelpRole } from '@alumni/shared/champions/record'
import { countryName } from '@alumni/shared/countries'
import {
  defaultChoice,
  isListField,
  mergeFieldNames,
  mergeFields,
  type ComparedValue,
  type MergeChoices,
  type MergeField,
} from '@alumni/shared/champions/merges'
import type { Signup } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'

export type Values = Record<MergeField, ComparedValue>
type Columns = Pick<Signup, (typeof mergeFields)[MergeField]['columns'][number]>

/** The fields of signups as people read them: names in the place of codes. */
export async function readValues(db: Db, signups: readonly Columns[]): Promise<Values[]> {
  const colleges = await db
    .selectFrom('colleges')
    .select(['code', 'name'])
    .where('code', 'in', ['', ...signups.flatMap(({ college_code }) => college_code ?? [])])
    .execute()
  const affinities = await db
    .selectFrom('affinities')
    .select(['affinity_code as code', 'name'])
    .where('affinity_code', 'in', ['', ...signups.flatMap(({ affinity_codes }) => affinity_codes)])
    .execute()
  return signups.map((signup) => ({
    email: signup.email,
    first_name: signup.first_name,
    last_name: signup.last_name,
    former_last_name: signup.former_last_name,
    location: describeLocation(signup),
    phone: signup.phone,
    buid: signup.buid,
    degree_year: signup.degree_year === null ? null : String(signup.degree_year),
    college_code: signup.college_code && nameIn(colleges, signup.college_code),
    affinity_codes: joinPhrases(signup.affinity_codes, (code) => nameIn(affinities, code)),
    help_roles: joinPhrases(signup.help_roles, (role) => helpRoles[role as HelpRole] ?? role),
    wants_reminders: signup.wants_reminders ? 'Yes' : 'No',
  }))
}

function describeLocation({ street, city, state, zip_code, postal_code, country }: Columns): string | null {
  const parts = [street, city, state, zip_code ?? postal_code].filter(Boolean)
  if (parts.length === 0 && !country) return null
  return [...parts, country ? countryName(country) : ''].filter(Boolean).join(', ')
}

function joinPhrases(codes: readonly string[], nameOf: (code: string) => string): string[] | null {
  return codes.length === 0 ? null : codes.map(nameOf)
}

function nameIn(names: readonly { code: string; name: string }[], code: string): string {
  return names.find((each) => each.code === code)?.name ?? code
}

/** Whose value each field takes: as asked for, else by default. The survivor comes first. */
export function settleChoices(
  signups: readonly (Signup & { values: Values })[],
  asked: MergeChoices,
): Required<MergeChoices> {
  return Object.fromEntries(
    mergeFieldNames.map((field) => [field, asked[field] ?? defaultChoice(field, signups)]),
  ) as Required<MergeChoices>
}

/** The columns that the survivor gets by these choices. */
export function chosenColumns(signups: readonly Signup[], choices: Required<MergeChoices>): Columns {
  const byId = new Map(signups.map((signup) => [signup.id, signup]))
  const entries = mergeFieldNames.flatMap((field) => {
    const choice = choices[field]
    return mergeFields[field].columns.map((column): [string, unknown] => [
      column,
      choice === 'all' && isListField(field)
        ? [...new Set(signups.flatMap((signup) => signup[column] as unknown as string[]))]
        : byId.get(choice as number)![column],
    ])
  })
  return Object.fromEntries(entries) as Columns
}
