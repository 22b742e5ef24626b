import { affinityCategories } from '@alumni/shared/alumni/internal-api'
import { fieldOf, type SignupAnswer } from '@alumni/shared/champions/answers'
import type { FormChoices } from '@alumni/shared/champions/sign-up'
import { countryOptions } from '@alumni/shared/countries'
import type { Db } from '../../foundations/database/db.ts'

export type Choices = Omit<FormChoices, 'countries'>
type SelectedCodes = { college_code: string | null; affinity_codes: readonly string[] }

export async function choicesOfForm(
  db: Db,
  names: readonly SignupAnswer[],
  selectedCodes?: SelectedCodes,
): Promise<FormChoices> {
  const lists = new Set(names.map((name) => fieldOf(name).options))
  const usesCatalog = lists.has('colleges') || lists.has('affinities')
  return {
    countries: lists.has('countries') ? countryOptions() : [],
    ...(usesCatalog ? await readChoices(db, selectedCodes && [selectedCodes]) : { colleges: [], affinities: [] }),
  }
}

/** Reads the colleges and affinities to choose from. Includes inactive ones only if they are selected. */
export async function readChoices(db: Db, selectedCodes: readonly SelectedCodes[] = []): Promise<Choices> {
  const colleges = await db
    .selectFrom('colleges')
    .select(['code as value', 'name as label'])
    .where((college) =>
      college.or([
        college('active', '=', true),
        college('code', 'in', ['', ...selectedCodes.flatMap(({ college_code }) => college_code ?? [])]),
      ]),
    )
    .orderBy('name')
    .orderBy('code')
    .execute()
  const affinities = await db
    .selectFrom('affinities')
    .select(['affinity_code as value', 'name as label', 'category'])
    .where((affinity) =>
      affinity.or([
        affinity('active', '=', true),
        affinity('affinity_code', 'in', ['', ...selectedCodes.flatMap(({ affinity_codes }) => affinity_codes)]),
      ]),
    )
    .orderBy('name')
    .orderBy('affinity_code')
    .execute()
  const inCategory = (name: string) =>
    affinities.filter(({ category }) => category === name).map(({ value, label }) => ({ value, label }))
  return {
    colleges,
    affinities: affinityCategories
      .map((category) => ({ category, options: inCategory(category) }))
      .filter(({ options }) => options.length > 0),
  }
}

/** Removes affinity codes that are not among the choices, and replaces such a college code with null. */
export function dropUnknownChoices<Data extends SelectedCodes>(data: Data, { colleges, affinities }: Choices) {
  const known = new Set(affinities.flatMap(({ options }) => options.map(({ value }) => value)))
  return {
    ...data,
    affinity_codes: data.affinity_codes.filter((code) => known.has(code)),
    college_code: colleges.some(({ value }) => value === data.college_code) ? data.college_code : null,
  }
}
