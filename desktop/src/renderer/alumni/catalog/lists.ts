import { catalogEntry, type CatalogName, type CatalogEntries } from '@alumni/shared/alumni/catalog'
import { affinityCategories } from '@alumni/shared/alumni/internal-api'

/** A field of an entry: a single line of text unless `choices` or `isSwitch` is set. */
export type CatalogField = {
  name: string
  label: string
  hint?: string
  choices?: readonly string[] | 'colleges'
  isSwitch?: boolean
}

/** The texts for a list and the fields of its entries. The first field is the code. */
export type CatalogList = {
  title: string
  about: string
  noun: readonly [one: string, many: string]
  searchedFields: string
  nameOf: string
  fields: readonly CatalogField[]
}

type TypedCatalogList<Name extends CatalogName> = CatalogList & {
  nameOf: keyof CatalogEntries[Name]
  fields: readonly (CatalogField & { name: keyof CatalogEntries[Name] })[]
}

const crmHint = 'As the CRM writes it in its files.'
const aboutInactive = 'Inactive entries stay where they are used but are no longer offered. Files may still use them.'
const active = { name: 'active', label: 'Active', isSwitch: true } as const

export const catalogLists: { [Name in CatalogName]: TypedCatalogList<Name> } = {
  majors: {
    title: 'Majors',
    about: `What people have studied. ${aboutInactive}`,
    noun: ['major', 'majors'],
    searchedFields: 'name, code or department',
    nameOf: 'major_desc',
    fields: [
      { name: 'major_code', label: 'Code', hint: crmHint },
      { name: 'major_desc', label: 'Name' },
      { name: 'dept', label: 'Department code' },
      { name: 'dept_desc', label: 'Department' },
      { name: 'college_code', label: 'College', choices: 'colleges' },
      active,
    ],
  },
  affinities: {
    title: 'Affinities',
    about: `Teams, clubs, regions and communities that alumni belong to, in eight categories. ${aboutInactive}`,
    noun: ['affinity', 'affinities'],
    searchedFields: 'name or code',
    nameOf: 'name',
    fields: [
      { name: 'affinity_code', label: 'Code', hint: crmHint },
      { name: 'name', label: 'Name' },
      { name: 'category', label: 'Category', choices: affinityCategories },
      active,
    ],
  },
  activity_codes: {
    title: 'Activity codes',
    about: `What engagements are called in statistics, searches and on profiles. ${aboutInactive}`,
    noun: ['activity code', 'activity codes'],
    ...codeAndName('As files and the events app write it.'),
  },
  colleges: {
    title: 'Colleges',
    about: `The colleges and schools that majors belong to. ${aboutInactive}`,
    noun: ['college', 'colleges'],
    ...codeAndName(crmHint),
  },
}

function codeAndName(hint: string) {
  const fields = [{ name: 'code', label: 'Code', hint }, { name: 'name', label: 'Name' }, active] as const
  return { searchedFields: 'name or code', nameOf: 'name', fields } as const
}

export function buildBlankEntry(name: CatalogName): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.keys(catalogEntry[name].shape).map((member) => [member, member === 'active' ? true : '']),
  )
}
