import { expect, test } from 'vitest'
import { flatten, placeOf, railFor, sections, sectionsAbove, sectionsFor } from './sections.ts'

const titles = (rail: ReturnType<typeof railFor>) =>
  rail.map(({ heading, sections }) => [heading, ...sections.map(({ title, short }) => short ?? title)])

test('each page has its own path, and no two open by the same keys', () => {
  const pages = flatten(sections)
  for (const of of [pages.map(({ path }) => path), pages.flatMap(({ keys }) => keys ?? [])])
    expect(of).toEqual([...new Set(of)])
})

test('Ada has everything one press away: people, events, volunteers, the site, data, and the settings', () => {
  expect(titles(railFor('admin'))).toEqual([
    ['People', 'Search', 'Classes', 'Statistics', 'Letters'],
    [null, 'Events'],
    ['Volunteers', 'Champions', 'Opportunities'],
    ['Site', 'News', 'Communities'],
    ['Data', 'Imports', 'Changes', 'Conflicts', 'Giving', 'Reports'],
    [null, 'Settings'],
  ])
})

test('Stan has no group that he may not open, and Vera neither batch search nor events', () => {
  expect(railFor('staff').map(({ name }) => name)).toEqual(['people', 'events', 'volunteers'])
  expect(titles(railFor('viewer'))).toEqual([['People', 'Search', 'Classes', 'Statistics']])
  const open = (role: 'viewer' | 'staff') => flatten(sectionsFor(role)).map(({ path }) => path)
  expect(open('viewer')).toEqual(['/alumni_search', '/alumni_search/saved', '/classes', '/engagement_stats'])
  expect(open('staff')).toContain('/tools/batch_search')
})

test('a page belongs to the place under which its work begins, wherever its address lies', () => {
  const place = (path: string) => {
    const { section, page } = placeOf('admin', path)
    return [section?.title, page?.title]
  }
  expect(place('/tools/batch_search')).toEqual(['Search', 'Batch search'])
  expect(place('/tools/event_converter')).toEqual(['Events', 'Event converter'])
  expect(place('/champion_signups/events/12/edit')).toEqual(['Events', undefined])
  expect(place('/champion_signups/12')).toEqual(['Champions', undefined])
  expect(place('/settings/content/news/new')).toEqual(['News', undefined])
  expect(place('/users')).toEqual(['Settings', 'Users'])
  expect(place('/account')).toEqual([undefined, undefined])
})

test('the way to a page begins with its place in the rail', () => {
  const way = (path: string) => sectionsAbove('admin', path).map(({ title }) => title)
  expect(way('/settings/imports/contacts')).toEqual(['Imports'])
  expect(way('/settings/imports/contacts/batches/7')).toEqual(['Imports', 'Contacts import'])
  expect(way('/tools/batch_search')).toEqual(['Search'])
  expect(way('/settings/imports')).toEqual([])
  expect(way('/settings/majors')).toEqual(['Settings'])
})
