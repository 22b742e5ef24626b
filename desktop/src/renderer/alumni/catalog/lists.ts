import { catalogEntry, type CatalogName, type CatalogEntries } from '@alumni/shared/alumni/catalog'
import { affinityCategories } from '@alumni/shared/alumni/internal-api'

/** The input for one member of an entry; without `choices` it is a line of text. */
export type Field = {
  name: string
  label: string
  hint?: string
  choices?: readonly string[] | 'colleges'
  isSwitch?: boolean
}

/** The words for a list and its entries, and an entry's members, the code first. */
export type List = {
  title: string
  about: string
  noun: readonly [one: string, many: string]
  hint: string
  nameOf: string
  fields: readonly Field[]
}

type Named<Name extends CatalogName> = List & {
  nameOf: keyof CatalogEntries[Name]
  fields: readonly (Field & { name: keyof CatalogEntries[Name] })[]
}

const asInTheCrm = 'As the CRM writes it in its files.'
const outOfUse = 'Inactive entries stay where they are used but are no longer offered. Files may still use them.'
const active = { name: 'active', label: 'Active', isSwitch: true } as const

export const lists: { [Name in CatalogName]: Named<Name> } = {
  majors: {
    title: 'Majors',
    about: `What people have studied. ${outOfUse}`,
    noun: ['major', 'majors'],
    hint: 'name, code or department',
    nameOf: 'major_desc',
    fields: [
      { name: 'major_code', label: 'Code', hint: asInTheCrm },
      { name: 'major_desc', label: 'Name' },
      { name: 'dept', label: 'Department code' },
      { name: 'dept_desc', label: 'Department' },
      { name: 'college_code', label: 'College', choices: 'colleges' },
      active,
    ],
  },
  affinities: {
    title: 'Affinities',
    about: `Teams, clubs, regions and communities that alumni belong to, in eight categories. ${outOfUse}`,
    noun: ['affinity', 'affinities'],
    hint: 'name or code',
    nameOf: 'name',
    fields: [
      { name: 'affinity_code', label: 'Code', hint: asInTheCrm },
      { name: 'name', label: 'Name' },
      { name: 'category', label: 'Category', choices: affinityCategories },
      active,
    ],
  },
  activity_codes: {
    title: 'Activity codes',
    about: `What engagements are called in statistics, searches and on profiles. ${outOfUse}`,
    noun: ['activity code', 'activity codes'],
    ...codeAndName('As files and the events app write it.'),
  },
  colleges: {
    title: 'Colleges',
    about: `The colleges and schools that majors belong to. ${outOfUse}`,
    noun: ['college', 'colleges'],
    ...codeAndName(asInTheCrm),
  },
}

function codeAndName(hint: string) {
  const fields = [{ name: 'code', label: 'Code', hint }, { name: 'name', label: 'Name' }, active] as const
  return { hint: 'name or code', nameOf: 'name', fields } as const
}

/** An entry with nothing in it yet. */
export function blankEntry(name: CatalogName): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.keys(catalogEntry[name].shape).map((member) => [member, member === 'active' ? true : '']),
  )
}
