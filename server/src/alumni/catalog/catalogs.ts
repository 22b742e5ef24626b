import type { CatalogName, CatalogEntries } from '@alumni/shared/alumni/catalog'

type Reference = {
  table: string
  column: string
  one: string
  many: string
  isList?: true
  /** URL of a page with these records; the code is appended. */
  page?: string
}

export type Catalog<Name extends CatalogName = CatalogName> = {
  noun: string
  order: readonly (keyof CatalogEntries[Name] & string)[]
  references: readonly Reference[]
}

const educationsBy = (column: string, filter: string): Reference => ({
  table: 'educations',
  column,
  one: 'education',
  many: 'educations',
  page: `/alumni_search?${filter}=`,
})
const signups = { table: 'champion_signups', one: 'champion signup', many: 'champion signups' }

export const catalogs: { [Name in CatalogName]: Catalog<Name> } = {
  colleges: {
    noun: 'college',
    order: ['name'],
    references: [
      { table: 'majors', column: 'college_code', one: 'major', many: 'majors', page: '/settings/majors?college=' },
      educationsBy('college_code', 'college'),
      { ...signups, column: 'college_code', page: '/champion_signups?college=' },
    ],
  },
  majors: {
    noun: 'major',
    order: ['college_code', 'dept', 'major_desc'],
    references: [educationsBy('major_code', 'major')],
  },
  affinities: {
    noun: 'affinity',
    order: ['category', 'name'],
    references: [
      {
        table: 'alumni_affinities',
        column: 'affinity_code',
        one: 'alumnus',
        many: 'alumni',
        page: '/alumni_search?affinity=',
      },
      { ...signups, column: 'affinity_codes', isList: true, page: '/champion_signups?affinity=' },
    ],
  },
  activity_codes: {
    noun: 'activity code',
    order: ['name'],
    references: [
      {
        table: 'engagements',
        column: 'activity_code',
        one: 'engagement',
        many: 'engagements',
        page: '/alumni_search?activity=',
      },
    ],
  },
}
