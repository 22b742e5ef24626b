import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, runCommand } from '../run-command.ts'
import { countJourneys, tallyPlaywright, tallyVitest } from './tally.ts'

const vitest = (changes: object) =>
  JSON.stringify({ success: true, numPassedTests: 2, numFailedTests: 0, testResults: [], ...changes })
const file = (name: string, status: string, ...tests: string[]) => ({
  name: join(root, name),
  status,
  startTime: 1000,
  endTime: 1000 + 1000 * tests.length,
  assertionResults: tests.map((test) => ({ status: test, fullName: `a ${test} test (it’s “it's”)` })),
})

test('vitest: passed, failed and skipped tests are counted; each failure has a command that repeats it', () => {
  const json = vitest({
    success: false,
    numFailedTests: 1,
    testResults: [
      file('server/a.test.ts', 'passed', 'passed', 'todo'),
      file('server/b.test.ts', 'failed', 'passed', 'failed', 'skipped'),
    ],
  })
  expect(tallyVitest(json)).toEqual({
    passed: 2,
    failed: 1,
    skippedBecause: ["a todo test (it’s “it's”)", "a skipped test (it’s “it's”)"],
    repeat: [String.raw`npx vitest run server/b.test.ts -t 'a failed test \(it’s “it'\''s”\)'`],
    timings: [
      { name: 'server/b.test.ts', seconds: 3 },
      { name: 'server/a.test.ts', seconds: 2 },
    ],
  })
})

test('vitest: a file that cannot be loaded counts as a failure', () => {
  const json = vitest({
    success: false,
    testResults: [file('server/a.test.ts', 'failed'), file('server/b.test.ts', 'passed', 'passed')],
  })
  expect(tallyVitest(json)).toMatchObject({ failed: 1, repeat: ['npx vitest run server/a.test.ts'] })
})

test('vitest: an error outside of any test counts as a failure', () => {
  expect(tallyVitest(vitest({ success: false })).failed).toBe(1)
})

const playwright = (...statuses: string[]) => ({
  specs: statuses.map((status, index) => ({
    title: `the ${status} one`,
    file: 'journeys/search.spec.ts',
    line: 10 + index,
    tests: [
      {
        status,
        projectName: 'sites',
        results: [{ duration: 1500 }],
        annotations: status === 'skipped' ? [{ type: 'skip', description: 'no camera' }] : [],
      },
    ],
  })),
})

test('journeys: nested ones are counted, a failure has its command, and a skipped one its reason', () => {
  const json = JSON.stringify({
    errors: [],
    suites: [{ suites: [playwright('expected')] }, playwright('unexpected', 'skipped')],
  })
  expect(tallyPlaywright(json)).toMatchObject({
    passed: 1,
    failed: 1,
    skippedBecause: ['the skipped one: no camera'],
    repeat: [`npx playwright test --config=e2e --project='sites' e2e/journeys/search.spec.ts:10`],
    timings: [{ name: 'e2e/journeys/search.spec.ts:10 the expected one', seconds: 1.5 }, {}, {}],
  })
  expect(countJourneys(json)).toBe(3)
})

test('journeys: a system that does not start counts as a failure', () => {
  const json = JSON.stringify({ errors: [{ message: 'no' }], suites: [] })
  expect(tallyPlaywright(json)).toMatchObject({ passed: 0, failed: 1 })
})

test('journeys that cannot be listed are an error, not zero journeys', () => {
  const json = JSON.stringify({ errors: [{ message: 'no such fixture' }], suites: [] })
  expect(() => countJourneys(json)).toThrow('The journeys could not be listed: no such fixture')
})

test('without a browser the journeys can still be counted, because listing them needs no server', async () => {
  const { output } = await runCommand('playwright', ['test', '--config=e2e', '--list', '--reporter=json'], {
    env: { E2E_URL: undefined, E2E_SESSIONS: undefined, PLAYWRIGHT_JSON_OUTPUT_NAME: undefined },
  })
  expect(countJourneys(output)).toBeGreaterThan(100)
})
