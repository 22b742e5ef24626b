import { affinityCategories } from '@alumni/shared/alumni/internal-api'
import type { Option } from '@alumni/shared/portal'
import type { Db } from '../../foundations/database/db.ts'

export type Choices = {
  colleges: Option[]
  affinities: { category: (typeof affinityCategories)[number]; options: Option[] }[]
}

type Chosen = { college_code: string | null; affinity_codes: readonly string[] }

/** The colleges and affinities of the catalog, as a person chooses from them: those that are active, and those that were chosen before. */
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
