import { expect, test } from 'vitest'
import { listJourneys, listProgramTests } from './changed.ts'

const specs = ['imports', 'catalog', 'sign-in']

test.each([
  [['e2e/journeys/sign-in.spec.ts'], ['sign-in']],
  [['desktop/src/renderer/imports/review-page.tsx', 'server/src/exchange/imports/scan.ts'], ['imports']],
  [
    ['shared/src/alumni/catalog.ts', 'server/src/exchange/imports/scan.ts', 'README.md'],
    ['catalog', 'imports'],
  ],
  [['server/src/app.ts', 'server/src/exchange/imports/scan.ts'], specs],
  [['e2e/fixtures/journey.ts'], specs],
  [['portal/src/Root.svelte'], specs],
  [['server/src/app.test.ts', 'server/testing/caller.ts', 'server/bench/run.ts', 'docs/decisions/jobs.md'], []],
  [['scripts/tally.ts'], []],
  [[], []],
])('a change of %j asks for the journeys %j', (files, journeys) => {
  expect(listJourneys(files, specs)).toEqual(journeys)
})

test('tests that start programs run if a program may have changed', () => {
  expect(listProgramTests(['server/src/app.ts'])).toContain('scripts/commands.test.ts')
  expect(listProgramTests(['package-lock.json'])).not.toEqual([])
  expect(listProgramTests(['server/src/app.test.ts', 'README.md', 'desktop/src/renderer/app.tsx'])).toEqual([])
})
