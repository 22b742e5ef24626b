import { expect, test } from 'vitest'
import { flatten, railFor, sections, sectionsAbove } from './sections.ts'
import { settingsGroups } from './settings-sections.ts'

test('each page has its own path, and no two open by the same keys', () => {
  const pages = flatten(sections)
  for (const of of [pages.map(({ path }) => path), pages.flatMap(({ keys }) => keys ?? [])])
    expect(of).toEqual([...new Set(of)])
})

test('Ada has three headings in the rail: her daily work is under the second, what she sets up once is not', () => {
  const rail = railFor('admin').map(({ heading, sections }) => [heading, ...sections.map(({ title }) => title)])
  expect(rail).toEqual([
    ['People', 'Search', 'Statistics', 'Champions'],
    ['Work', 'Tools', 'Imports', 'CRM conflicts', 'CRM changes', 'Giving import', 'Reports', 'Content'],
    ['Administration', 'Settings'],
  ])
  expect(railFor('viewer').map(({ heading }) => heading)).toEqual(['People'])
})

test('the way to a page begins with its place in the rail', () => {
  const way = (path: string) => sectionsAbove('admin', path).map(({ title }) => title)
  expect(way('/settings/imports/contacts')).toEqual(['Imports'])
  expect(way('/settings/imports')).toEqual([])
  expect(way('/settings/majors')).toEqual(['Settings'])
})

test('each page of the settings stands in the rail, or in a group of their page', () => {
  const settings = sections.find(({ path }) => path === '/settings')!.pages!
  const places = [...Object.keys(settingsGroups), 'daily']
  expect(settings.filter(({ group }) => group === undefined || !places.includes(group))).toEqual([])
})
