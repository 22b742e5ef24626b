import type { CatalogName, CatalogEntries } from '@alumni/shared/alumni/catalog'

type Reference = {
  table: string
  column: string
  singular: string
  plural: string
  isList?: true
  /** URL of a page with these records; the code is appended. */
  page?: string
}

export type Catalog<Name extends CatalogName = CatalogName> = {
  noun: string
  order: readonly (keyof CatalogEntries[Name] & string)[]
  references: readonly Reference[]
}

const foundBySearch = (table: string, column: string, singular: string, plural: string, filter: string): Reference => ({
  table,
  column,
  singular,
  plural,
  page: `/alumni_search?${filter}=`,
})
const signups = { table: 'champion_signups', singular: 'champion signup', plural: 'champion signups' }

export const catalogs: { [Name in CatalogName]: Catalog<Name> } = {
  colleges: {
    noun: 'college',
    order: ['name'],
    references: [
      {
        table: 'majors',
        column: 'college_code',
        singular: 'major',
        plural: 'majors',
        page: '/settings/majors?college=',
      },
      foundBySearch('educations', 'college_code', 'education', 'educations', 'college'),
      { ...signups, column: 'college_code', page: '/champion_signups?college=' },
    ],
  },
  majors: {
    noun: 'major',
    order: ['college_code', 'dept', 'major_desc'],
    references: [foundBySearch('educations', 'major_code', 'education', 'educations', 'major')],
  },
  affinities: {
    noun: 'affinity',
    order: ['category', 'name'],
    references: [
      foundBySearch('alumni_affinities', 'affinity_code', 'alumnus', 'alumni', 'affinity'),
      { ...signups, column: 'affinity_codes', isList: true, page: '/champion_signups?affinity=' },
    ],
  },
  activity_codes: {
    noun: 'activity code',
    order: ['name'],
    references: [foundBySearch('engagements', 'activity_code', 'engagement', 'engagements', 'activity')],
  },
}
