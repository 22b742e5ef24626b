import { expect, test } from 'vitest'
import { flatten } from './sections.ts'
import { sections } from './sections.ts'
import { settingsGroups } from './settings-sections.ts'

test('each page has its own path, and no two open by the same keys', () => {
  const pages = flatten(sections)
  for (const of of [pages.map(({ path }) => path), pages.flatMap(({ keys }) => keys ?? [])])
    expect(of).toEqual([...new Set(of)])
})

test('each page of the settings stands in one of their groups', () => {
  const settings = sections.find(({ path }) => path === '/settings')!.pages!
  const groups = Object.keys(settingsGroups)
  expect(settings.filter(({ group }) => group === undefined || !groups.includes(group))).toEqual([])
})
