import { expect, test } from 'vitest'
import { countJourneys, tallyPlaywright, tallyVitest } from './tally.ts'

const vitest = (changes: object) =>
  JSON.stringify({ success: true, numPassedTests: 2, numFailedTests: 0, testResults: [], ...changes })
const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test, fullName: `a ${test} test` })),
})

test('vitest: passed, failed and skipped are counted, and the skipped named', () => {
  const json = vitest({
    success: false,
    numFailedTests: 1,
    testResults: [file('failed', 'passed', 'failed', 'skipped'), file('passed', 'passed', 'todo')],
  })
  expect(tallyVitest(json)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 2,
    reasons: ['a skipped test', 'a todo test'],
    retried: [],
  })
})

test('vitest: a file that cannot be loaded is a failure', () => {
  expect(tallyVitest(vitest({ success: false, testResults: [file('failed'), file('passed', 'passed')] })).failed).toBe(
    1,
  )
})

test('vitest: an error outside of any test is a failure', () => {
  expect(tallyVitest(vitest({ success: false })).failed).toBe(1)
})

const playwright = (...statuses: string[]) => ({
  specs: statuses.map((status) => ({
    title: `the ${status} one`,
    tests: [{ status, annotations: status === 'skipped' ? [{ type: 'skip', description: 'no camera' }] : [] }],
  })),
})

test('journeys: nested ones count, what passed on its second try is named, and a skip has its reason', () => {
  const json = JSON.stringify({
    errors: [],
    suites: [{ suites: [playwright('expected', 'flaky')] }, playwright('unexpected', 'skipped')],
  })
  expect(tallyPlaywright(json)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    reasons: ['the skipped one: no camera'],
    retried: ['the flaky one'],
  })
  expect(countJourneys(json)).toBe(4)
})

test('journeys: a system that does not start is a failure', () => {
  expect(tallyPlaywright(JSON.stringify({ errors: [{ message: 'no' }], suites: [] }))).toMatchObject({
    passed: 0,
    failed: 1,
  })
})
