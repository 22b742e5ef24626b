import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const contracts = new URL('../../../../shared/src/', import.meta.url)
const routes = new URL('../../../../portal/src/routes/', import.meta.url)

test('each page of the portal has one contract and one file', async () => {
  const files = (await readdir(contracts, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const modules = await Promise.all(files.map((file) => import(fileURLToPath(new URL(file, contracts)))))
  const pages = modules.flatMap((module) => Object.values<{ name?: string; props?: object }>(module))
  const declared = pages.flatMap((page) => (page?.name && page.props ? [`${page.name}.svelte`] : []))
  // Files with a capital initial are parts of pages.
  const written = (await readdir(routes, { recursive: true })).filter((file) => /(^|\/)[a-z][^/]*\.svelte$/.test(file))
  expect(declared.toSorted()).toEqual(written.toSorted())
})
