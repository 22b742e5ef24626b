import { countryCodes } from '@alumni/shared/countries'
import { helpRoles } from '@alumni/shared/champions'
import { affinityCategories } from '@alumni/shared/internal-api'
import type { Option } from '@alumni/shared/portal'
import type { EntityManager } from '../database/orm.ts'

const english = new Intl.Collator('en')
const regionNames = new Intl.DisplayNames('en', { type: 'region' })

export const countryName = (code: string): string => regionNames.of(code) ?? code

/** Every country by its name, the United States first. */
export const countries: Option[] = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => Number(b.value === 'US') - Number(a.value === 'US') || english.compare(a.label, b.label))

export const roles: Option[] = Object.entries(helpRoles).map(([value, label]) => ({ value, label }))

export async function colleges(em: EntityManager): Promise<Option[]> {
  const rows = await em.getKysely().selectFrom('colleges').select(['code as value', 'name as label']).execute()
  return rows.toSorted((a, b) => english.compare(a.label, b.label))
}

export type AffinityGroup = { category: string; options: Option[] }

/** The affinities by their category, in its order. */
export async function affinities(em: EntityManager): Promise<AffinityGroup[]> {
  const rows = await em.getKysely().selectFrom('affinities').select(['affinity_code', 'name', 'category']).execute()
  return affinityCategories.flatMap((category) => {
    const options = rows
      .filter((row) => row.category === category)
      .map(({ affinity_code, name }) => ({ value: affinity_code, label: name }))
      .toSorted((a, b) => english.compare(a.label, b.label))
    return options.length > 0 ? [{ category, options }] : []
  })
}
