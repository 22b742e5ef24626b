import { affinityCategories } from '@alumni/shared/internal-api'
import type { Option } from '@alumni/shared/portal'
import type { EntityManager } from '../database/orm.ts'

export type Choices = {
  colleges: Option[]
  affinities: { category: (typeof affinityCategories)[number]; options: Option[] }[]
}

/** The colleges and affinities of the catalog, as a person chooses from them. */
export async function readChoices(em: EntityManager): Promise<Choices> {
  const db = em.getKysely()
  const colleges = await db
    .selectFrom('colleges')
    .select(['code as value', 'name as label'])
    .orderBy('name')
    .orderBy('code')
    .execute()
  const affinities = await db
    .selectFrom('affinities')
    .select(['affinity_code as value', 'name as label', 'category'])
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
