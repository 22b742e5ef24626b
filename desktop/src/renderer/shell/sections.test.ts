import { expect, test } from 'vitest'
import { flatten, sections } from './sections.ts'

test('each page has its own path, and no two open by the same keys', () => {
  const pages = flatten(sections)
  for (const of of [pages.map(({ path }) => path), pages.flatMap(({ keys }) => keys ?? [])])
    expect(of).toEqual([...new Set(of)])
})
