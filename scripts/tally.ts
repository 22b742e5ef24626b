import { z } from 'zod'

/**
 * The counts of one part of the test run. `reasons` has one for each skipped test; `retried` names tests that passed on
 * their second try.
 */
export type Tally = { passed: number; failed: number; skipped: number; reasons: string[]; retried: string[] }

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, reasons: [], retried: [] }

const vitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) }),
  ),
})

/** A file that could not even be loaded, or an error outside of any test, is a failure too. */
export function tallyVitest(json: string): Tally {
  const report = vitestReport.parse(JSON.parse(json))
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const skipped = tests.filter(({ status }) => !['passed', 'failed'].includes(status))
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = report.numFailedTests + broken
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: skipped.length,
    reasons: skipped.map(({ fullName }) => fullName),
    retried: [],
  }
}

const playwrightTest = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
})
const playwrightSpec = z.object({ title: z.string(), tests: z.array(playwrightTest) })
type Suite = { specs?: z.infer<typeof playwrightSpec>[]; suites?: Suite[] }
const playwrightSuite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(playwrightSpec).optional(), suites: z.array(playwrightSuite).optional() }),
)
const playwrightReport = z.object({ suites: z.array(playwrightSuite), errors: z.array(z.unknown()) })

/** A journey that passed on its second try is counted, and named. */
export function tallyPlaywright(json: string): Tally {
  const { suites, errors } = playwrightReport.parse(JSON.parse(json))
  const tests = specsOf(suites).flatMap(({ title, tests: runs }) => runs.map((run) => ({ title, ...run })))
  const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).length
  const reasons = tests
    .filter(({ status }) => status === 'skipped')
    .map(({ title, annotations }) => [title, ...annotations.flatMap(({ description }) => description ?? [])].join(': '))
  return {
    passed: count('expected', 'flaky'),
    failed: count('unexpected') + errors.length,
    skipped: reasons.length,
    reasons,
    retried: tests.filter(({ status }) => status === 'flaky').map(({ title }) => title),
  }
}

/** `playwright test --list` in JSON: how many journeys there are. */
export function countJourneys(json: string): number {
  return specsOf(playwrightReport.parse(JSON.parse(json)).suites).length
}

function specsOf(suites: Suite[]): z.infer<typeof playwrightSpec>[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)])
}
