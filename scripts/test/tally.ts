import { relative } from 'node:path'
import { z } from 'zod'
import { root } from '../run-command.ts'

export type Tally = {
  passed: number
  failed: number
  skippedBecause: string[]
  repeat: string[]
  /** Test files and journeys by duration, slowest first. */
  timings: Timing[]
}
export type Timing = { name: string; seconds: number }

export const nothing: Tally = { passed: 0, failed: 0, skippedBecause: [], repeat: [], timings: [] }

const vitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

/** Counts a file that cannot be loaded, and an error outside of any test, as a failure. */
export function tallyVitest(json: string): Tally {
  const report = vitestReport.parse(JSON.parse(json))
  const files = report.testResults.map((file) => ({ ...file, name: relative(root, file.name) }))
  const tests = files.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ file: name, ...test })))
  const failed = tests.filter(({ status }) => status === 'failed')
  const broken = files.filter(({ name, status }) => status === 'failed' && !failed.some(({ file }) => file === name))
  const failures = failed.length + broken.length
  return {
    passed: report.numPassedTests,
    failed: failures === 0 && !report.success ? 1 : failures,
    skippedBecause: tests.filter(({ status }) => !['passed', 'failed'].includes(status)).map((test) => test.fullName),
    repeat: [
      ...failed.map(({ file, fullName }) => `npx vitest run ${file} -t ${quoted(escaped(fullName))}`),
      ...broken.map(({ name }) => `npx vitest run ${name}`),
    ],
    timings: slowestFirst(files.map((file) => ({ name: file.name, seconds: (file.endTime - file.startTime) / 1000 }))),
  }
}

const playwrightTest = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  projectName: z.string(),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
  results: z.array(z.object({ duration: z.number() })),
})
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(playwrightTest),
})
type Suite = { specs?: z.infer<typeof playwrightSpec>[]; suites?: Suite[] }
const playwrightSuite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(playwrightSpec).optional(), suites: z.array(playwrightSuite).optional() }),
)
const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

export function tallyPlaywright(json: string): Tally {
  const { suites, errors } = playwrightReport.parse(JSON.parse(json))
  const tests = specsOf(suites).flatMap(({ title, file, line, tests: runs }) =>
    runs.map((run) => ({ title, place: `e2e/${file}:${line}`, ...run })),
  )
  const failed = tests.filter(({ status }) => status === 'unexpected')
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: failed.length + errors.length,
    skippedBecause: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ title, annotations }) =>
        [title, ...annotations.flatMap(({ description }) => description ?? [])].join(': '),
      ),
    repeat: failed.map(
      ({ place, projectName }) => `npx playwright test --config=e2e --project=${quoted(projectName)} ${place}`,
    ),
    timings: slowestFirst(
      tests.map(({ title, place, results }) => ({
        name: `${place} ${title}`,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
  }
}

export function countJourneys(json: string): number {
  const { suites, errors } = playwrightReport.parse(JSON.parse(json))
  if (errors.length > 0) throw new Error(`The journeys could not be listed: ${errors[0]?.message}`)
  return specsOf(suites).length
}

function specsOf(suites: Suite[]): z.infer<typeof playwrightSpec>[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)])
}

function slowestFirst(timings: Timing[]): Timing[] {
  return timings.toSorted((a, b) => b.seconds - a.seconds)
}

/** Vitest reads a name as a regular expression. */
function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
