import type { CatalogName, Entries } from '@alumni/shared/catalog'

/** Records that hold a code of a list, and what people call them. */
type Reference = { table: string; column: string; one: string; many: string }

/** What the database and sentences know of a list. */
export type Catalog<Name extends CatalogName = CatalogName> = {
  /** One entry of it. */
  noun: string
  order: readonly (keyof Entries[Name] & string)[]
  references: readonly Reference[]
}

const educations = (column: string): Reference => ({
  table: 'educations',
  column,
  one: 'education',
  many: 'educations',
})

export const catalogs: { [Name in CatalogName]: Catalog<Name> } = {
  colleges: {
    noun: 'college',
    order: ['name'],
    references: [{ table: 'majors', column: 'college_code', one: 'major', many: 'majors' }, educations('college_code')],
  },
  majors: { noun: 'major', order: ['college_code', 'dept', 'major_desc'], references: [educations('major_code')] },
  affinities: {
    noun: 'affinity',
    order: ['category', 'name'],
    references: [{ table: 'alumni_affinities', column: 'affinity_code', one: 'alumnus', many: 'alumni' }],
  },
  activity_codes: {
    noun: 'activity code',
    order: ['name'],
    references: [{ table: 'engagements', column: 'activity_code', one: 'engagement', many: 'engagements' }],
  },
}
