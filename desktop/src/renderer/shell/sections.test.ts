import { expect, test } from 'vitest'
import {
  flattenSections,
  findCurrentSection,
  buildRail,
  sections,
  listBreadcrumbs,
  listSections,
  listTabs,
} from './sections.ts'

const titles = (rail: ReturnType<typeof buildRail>) =>
  rail.map(({ heading, sections }) => [heading, ...sections.map(({ title, shortTitle }) => shortTitle ?? title)])

test('each page has its own path and its own keys', () => {
  const pages = flattenSections(sections)
  for (const values of [pages.map(({ path }) => path), pages.flatMap(({ keys }) => keys ?? [])])
    expect(values).toEqual([...new Set(values)])
})

test('Ada has 12 sections in the rail and 6 pages under them', () => {
  expect(titles(buildRail('admin'))).toEqual([
    ['People', 'Search', 'Classes', 'Statistics', 'Letters'],
    [null, 'Events'],
    ['Volunteers', 'Champions', 'Opportunities'],
    [null, 'Site'],
    ['Data', 'Imports', 'CRM', 'Reports'],
    [null, 'Settings'],
  ])
  const places = buildRail('admin').flatMap(({ sections }) => sections)
  expect(places.flatMap(({ pages = [] }) => pages.map(({ title }) => title))).toEqual([
    'Saved searches',
    'Batch search',
    'Event converter',
    'Recorded lists',
    'Link signups',
    'Possible duplicates',
  ])
})

test('related pages are tabs for those who may open them', () => {
  const tabs = (role: 'staff' | 'admin', path: string) =>
    listTabs(role, path).map(({ tabTitle, shortTitle, title }) => tabTitle ?? shortTitle ?? title)
  expect(tabs('admin', '/settings/crm/conflicts')).toEqual(['Changes', 'Conflicts', 'Giving'])
  expect(tabs('admin', '/settings/content/news')).toEqual(['News', 'Communities'])
  expect(tabs('staff', '/champion_signups/duplicates')).toEqual(['Possible duplicates', 'Merged signups'])
  expect(tabs('staff', '/settings/crm/conflicts')).toEqual([])
  expect(tabs('admin', '/settings/content/news/7')).toEqual([])
  expect(tabs('admin', '/settings/imports')).toEqual([])
})

test('Stan and Vera see only the sections that they may open', () => {
  expect(buildRail('staff').map(({ name }) => name)).toEqual(['people', 'events', 'volunteers'])
  expect(titles(buildRail('viewer'))).toEqual([['People', 'Search', 'Classes', 'Statistics']])
  const listOpenPaths = (role: 'viewer' | 'staff') => flattenSections(listSections(role)).map(({ path }) => path)
  expect(listOpenPaths('viewer')).toEqual(['/alumni_search', '/alumni_search/saved', '/classes', '/engagement_stats'])
  expect(listOpenPaths('staff')).toContain('/tools/batch_search')
})

test('a page belongs to the section where its work starts, whatever its path', () => {
  const place = (path: string) => {
    const { section, page } = findCurrentSection('admin', path)
    return [section?.title, page?.title]
  }
  expect(place('/tools/batch_search')).toEqual(['Search', 'Batch search'])
  expect(place('/tools/event_converter')).toEqual(['Events', 'Event converter'])
  expect(place('/champion_signups/events/12/edit')).toEqual(['Events', undefined])
  expect(place('/champion_signups/12')).toEqual(['Champions', undefined])
  expect(place('/settings/content/news/new')).toEqual(['News', undefined])
  expect(place('/champion_signups/merges/3')).toEqual(['Champions', 'Possible duplicates'])
  expect(place('/users')).toEqual(['Settings', 'Users'])
  expect(place('/account')).toEqual([undefined, undefined])
})

test('the breadcrumbs of a page start with its section in the rail', () => {
  const breadcrumbs = (path: string) => listBreadcrumbs('admin', path).map(({ title }) => title)
  expect(breadcrumbs('/settings/imports/contacts')).toEqual(['Imports'])
  expect(breadcrumbs('/settings/imports/contacts/batches/7')).toEqual(['Imports', 'Contacts import'])
  expect(breadcrumbs('/tools/batch_search')).toEqual(['Search'])
  expect(breadcrumbs('/settings/imports')).toEqual([])
  expect(breadcrumbs('/settings/crm/conflicts')).toEqual([])
  expect(breadcrumbs('/settings/content/communities/4')).toEqual(['Communities'])
  expect(breadcrumbs('/champion_signups/merges/3')).toEqual(['Champions', 'Merged signups'])
  expect(breadcrumbs('/settings/majors')).toEqual(['Settings'])
})
