import { affinityCategories } from '@alumni/shared/alumni/internal-api'
import { helpRoles } from '@alumni/shared/champions/record'
import { signupCheckPage, type SignupData } from '@alumni/shared/champions/sign-up'
import { countryName } from '@alumni/shared/countries'
import type { Option, PropsOf } from '@alumni/shared/portal'
import type { Db } from '../../foundations/database/db.ts'

export type Choices = {
  colleges: Option[]
  affinities: { category: (typeof affinityCategories)[number]; options: Option[] }[]
}

type Chosen = { college_code: string | null; affinity_codes: readonly string[] }

/**
 * The colleges and affinities of the catalog, as a person chooses from them: those that are active, and those that were
 * chosen before.
 */
export async function readChoices(
  db: Db,
  { college_code, affinity_codes }: Chosen = { college_code: null, affinity_codes: [] },
): Promise<Choices> {
  const colleges = await db
    .selectFrom('colleges')
    .select(['code as value', 'name as label'])
    .where((college) => college.or([college('active', '=', true), college('code', '=', college_code)]))
    .orderBy('name')
    .orderBy('code')
    .execute()
  const affinities = await db
    .selectFrom('affinities')
    .select(['affinity_code as value', 'name as label', 'category'])
    .where((affinity) =>
      affinity.or([affinity('active', '=', true), affinity('affinity_code', 'in', ['', ...affinity_codes])]),
    )
    .orderBy('name')
    .orderBy('affinity_code')
    .execute()
  const inCategory = (wanted: string) =>
    affinities.filter(({ category }) => category === wanted).map(({ value, label }) => ({ value, label }))
  return {
    colleges,
    affinities: affinityCategories
      .map((category) => ({ category, options: inCategory(category) }))
      .filter(({ options }) => options.length > 0),
  }
}

type Place = Pick<SignupData, 'country' | 'zip_code' | 'city' | 'postal_code'>

/** Where a person lives, in one line. */
export function placeOf({ country, zip_code, city, postal_code }: Place): string {
  if (!country) return [city, zip_code ?? postal_code, countryName(null)].filter(Boolean).join(', ')
  return [[city, postal_code].filter(Boolean).join(' '), countryName(country)].filter(Boolean).join(', ')
}

/** The answers in words, each with the step that changes it. */
export function shownAnswers(data: SignupData, choices: Choices): PropsOf<typeof signupCheckPage>['rows'] {
  const affinities = choices.affinities.flatMap(({ options }) => options)
  const labels = (options: { value: string; label: string }[], codes: (string | null)[]) =>
    codes.flatMap((code) => options.find(({ value }) => value === code)?.label ?? [])
  const given = (value: string | number | null) => (value === null ? [] : [String(value)])
  return [
    { key: 'Name', value: [`${data.first_name} ${data.last_name}`], step: 'who', field: 'first_name' },
    { key: 'Former last name', value: given(data.former_last_name), step: 'who', field: 'former_last_name' },
    { key: 'E-mail address', value: [data.email], step: 'who', field: 'email' },
    { key: 'Where you live', value: [placeOf(data)], step: 'where', field: 'country' },
    {
      key: 'How you want to help',
      value: data.help_roles.map((role) => helpRoles[role]),
      step: 'help',
      field: 'help_roles',
    },
    { key: 'Your interests', value: labels(affinities, data.affinity_codes), step: 'help', field: 'affinity_codes' },
    { key: 'Year of your degree', value: given(data.degree_year), step: 'help', field: 'degree_year' },
    { key: 'Your college', value: labels(choices.colleges, [data.college_code]), step: 'help', field: 'college_code' },
  ]
}
