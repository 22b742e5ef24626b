import type { CatalogName, CatalogEntries } from '@alumni/shared/alumni/catalog'

type Reference = {
  table: string
  column: string
  singular: string
  plural: string
  isList?: true
  /** URL of the page that lists these records; callers append the code. */
  page: string
}

export type Catalog<Name extends CatalogName = CatalogName> = {
  noun: string
  order: readonly (keyof CatalogEntries[Name] & string)[]
  references: readonly Reference[]
}

const signupNouns = ['champion signup', 'champion signups'] as const

function buildReference(table: string, column: string, singular: string, plural: string, page: string): Reference {
  return { table, column, singular, plural, page }
}

export const catalogs: { [Name in CatalogName]: Catalog<Name> } = {
  colleges: {
    noun: 'college',
    order: ['name'],
    references: [
      buildReference('majors', 'college_code', 'major', 'majors', '/settings/majors?college='),
      buildReference('educations', 'college_code', 'education', 'educations', '/alumni_search?college='),
      buildReference('champion_signups', 'college_code', ...signupNouns, '/champion_signups?college='),
    ],
  },
  majors: {
    noun: 'major',
    order: ['college_code', 'dept', 'major_desc'],
    references: [buildReference('educations', 'major_code', 'education', 'educations', '/alumni_search?major=')],
  },
  affinities: {
    noun: 'affinity',
    order: ['category', 'name'],
    references: [
      buildReference('alumni_affinities', 'affinity_code', 'alumnus', 'alumni', '/alumni_search?affinity='),
      {
        ...buildReference('champion_signups', 'affinity_codes', ...signupNouns, '/champion_signups?affinity='),
        isList: true,
      },
    ],
  },
  activity_codes: {
    noun: 'activity code',
    order: ['name'],
    references: [
      buildReference('engagements', 'activity_code', 'engagement', 'engagements', '/alumni_search?activity='),
    ],
  },
}
