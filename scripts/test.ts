import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCommandLine } from '../server/src/foundations/process/command-line.ts'
import { buildFrontEnd, frontEnds, isBuilt } from './front-ends.ts'
import { changedFiles, listJourneys, listProgramTests } from './changed.ts'
import { ensureChromium } from './chromium.ts'
import { ensureElectron } from './desktop/electron.ts'
import { ensureProgramsInWheels } from './programs-in-wheels.ts'
import { ensureDebianPackages, packagesOfSoak } from './debian-packages.ts'
import { ensureLinters, ensureSchemathesis } from './python-tools.ts'
import { ensureUnpackedPrograms } from './unpacked-programs.ts'
import { inSeconds, root, runCommand } from './run-command.ts'
import { readLastRun, writeLastRun, type LastRun } from './test/last-run.ts'
import { Progress, type PartOfRun } from './test/progress.ts'
import { cacheFolder, openRunFolder, type RunFolder } from './test/run-folder.ts'
import { countJourneys, nothing, tallyPlaywright, tallyVitest, type Tally } from './test/tally.ts'

/** Run one by one, because each uses all of a small machine. `steps` and `seconds` are estimates for the first run. */
const parts = {
  check: { run: check, steps: 21, seconds: 35 },
  build: { run: build, steps: 3, seconds: 10 },
  tests: { run: tests, steps: 7300, seconds: 200 },
  journeys: { run: journeys, steps: 140, seconds: 150 },
}
type PartName = keyof typeof parts
type Estimate = Omit<PartOfRun, 'name'>
const soakEstimates: Partial<Record<PartName, Estimate>> = {
  tests: { steps: 7800, seconds: 1500 },
  journeys: { steps: 330, seconds: 700 },
}
const names = Object.keys(parts) as PartName[]
const usage = `npm test                             everything
npm test -- [${names.join('] [')}]   the named parts
npm test -- changed                  tests that the branch's changes affect, in all or the named parts
npm test -- --slow                   the slowest test files and journeys of the last run; runs nothing
npm run soak [-- part]               runs in full what npm test samples; SEED=… repeats a run`
const { partNames, isSlow } = parseCommandLine(
  usage,
  { allowPositionals: true, options: { slow: { type: 'boolean' } } },
  ({ positionals, values }) => {
    const unknown = positionals.filter((name) => ![...names, 'changed', 'soak'].includes(name))
    if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}`)
    return { partNames: positionals, isSlow: values.slow ?? false }
  },
)
const isRoutine =
  /^\s*(✓|-  |RUN|Test Files|Tests  |Start at|Duration|JSON report|Running|All \d+ checks|\d+ passed|\(node:\d+\)|\(Use `node --trace|Timer duration)/

const isSoak = partNames.includes('soak')
const lastRun = readLastRun()
if (isSlow) {
  printSlowest(lastRun, 20)
  process.exit()
}

const folder = openFolder()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(signal))
process.on('exit', () => folder.clear())
// Servers and workers start about 200 times. A compile cache saves a third of each start.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')

const notes: string[] = []
/** Precedes commands that repeat a failure. */
let environment = ''
if (isSoak) {
  process.env.SOAK = '1'
  process.env.SEED ??= String(Date.now() % 1_000_000)
  environment = `SOAK=1 SEED=${process.env.SEED} `
  notes.push(`Repeat it with SEED=${process.env.SEED} npm run soak`)
}
const changed = partNames.includes('changed') ? await changedFiles() : undefined
const named = names.filter((name) => partNames.includes(name))
const chosen = named.length > 0 ? named : names
const estimates: Partial<Record<PartName, Estimate>> = isSoak ? soakEstimates : lastRun
const progress = new Progress(chosen.map((name) => ({ name, ...parts[name], ...estimates[name] })))

// Downloads run during checks and builds, because they wait for the network.
const tools = chosen.includes('tests') ? prepareTests() : undefined
const browsers = chosen.includes('journeys') ? prepareJourneys() : undefined
for (const preparing of [tools, browsers]) preparing?.catch(() => undefined)

const results: { name: PartName; tally: Tally; seconds: number }[] = []
for (const name of chosen) results.push(await runPart(name))
summarize()

/** A failed part does not stop the others. */
async function runPart(name: PartName): Promise<(typeof results)[number]> {
  const started = performance.now()
  progress.start(name)
  const tally = await parts[name].run().catch((error: Error): Tally => {
    progress.print(indented(error.message))
    return { ...nothing, failed: 1 }
  })
  progress.end(name)
  return { name, tally, seconds: (performance.now() - started) / 1000 }
}

async function check(): Promise<Tally> {
  const onLine = reporter('check', (line) => Number(/^[✓✗] /.test(line)))
  const { output } = await runCommand('node', ['scripts/check.ts'], { onLine })
  const count = (mark: string) => output.split('\n').filter((line) => line.startsWith(`${mark} `)).length
  const failed = count('✗') || Number(count('✓') === 0)
  return { ...nothing, passed: count('✓'), failed, repeat: failed > 0 ? ['npm run check'] : [] }
}

async function build(): Promise<Tally> {
  const tally = { ...nothing }
  for (const frontEnd of frontEnds) {
    try {
      if (!isBuilt(frontEnd)) await buildFrontEnd(frontEnd)
      tally.passed += 1
    } catch (error) {
      progress.print(indented((error as Error).message))
      tally.failed += 1
      tally.repeat = ['npm run build']
    }
    progress.step('build')
  }
  return tally
}

async function prepareTests(): Promise<void> {
  await ensureDebianPackages(isSoak ? packagesOfSoak : [])
  await ensureProgramsInWheels()
  await ensureUnpackedPrograms()
  await ensureLinters()
  if (isSoak) await ensureSchemathesis()
}

async function tests(): Promise<Tally> {
  const report = join(folder.path, 'vitest.json')
  const files = changed ? await touchedTests() : []
  if (changed && files.length === 0) return nothingTouched()
  await tools
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--silent=passed-only']
  const onLine = reporter('tests', (line) => Number(/^ [✓❯].*\((\d+) tests?\b/.exec(line)?.[1] ?? 0))
  const { isOk } = await runCommand('vitest', ['run', ...files, ...args], {
    env: { NO_COLOR: '1', FORCE_COLOR: undefined },
    onLine,
  })
  const tally = tallyVitest(readReport(report, 'The tests'))
  return isOk || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

// Waits for `tools`, because only one process at a time can install Debian packages.
async function prepareJourneys() {
  await tools
  return { chromium: await ensureChromium(), electron: await ensureElectron() }
}

async function journeys(): Promise<Tally> {
  const report = join(folder.path, 'playwright.json')
  const env = { FORCE_COLOR: '0', NO_COLOR: undefined, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const specs = (changed ? listJourneys(changed.files) : []).map((name) => `/${name}.spec`)
  if (changed && specs.length === 0) return nothingTouched()
  const { chromium, electron } = (await browsers)!
  if ('reason' in chromium) {
    await runCommand('playwright', ['test', '--config=e2e', '--list', '--reporter=json'], { env })
    const count = countJourneys(readReport(report, 'The list of journeys'))
    return { ...nothing, skippedBecause: Array(count).fill(`all journeys: ${chromium.reason}`) }
  }
  notes.push(
    `The desktop app ran in ${'reason' in electron ? `Chromium, with a substitute for Electron: ${electron.reason}` : electron.name}`,
  )
  const onLine = reporter('journeys', (line) => {
    const total = /^Running (\d+) tests? using/.exec(line)?.[1]
    if (total) progress.expect('journeys', Number(total))
    return Number(/^\s+[✓✘-]\s+\d+ /.test(line))
  })
  await runCommand('playwright', ['test', ...specs, '--config=e2e', '--reporter=list,json'], {
    env: {
      ...env,
      PLAYWRIGHT_CHROMIUM: chromium.path,
      DESKTOP_ELECTRON: 'path' in electron ? electron.path : 'none',
    },
    onLine,
  })
  return tallyPlaywright(readReport(report, 'The journeys'))
}

/** Counts the steps in the output of a part, prints lines that do not report success, and logs all lines to a file. */
function reporter(name: PartName, stepsIn: (line: string) => number): (line: string) => void {
  const log = createWriteStream(logOf(name))
  return (line) => {
    log.write(`${line}\n`)
    const steps = stepsIn(line)
    if (steps > 0) progress.step(name, steps)
    if (/\S/.test(line) && !isRoutine.test(line)) progress.print(indented(line))
  }
}

function logOf(name: PartName): string {
  return join(cacheFolder, `${name}.log`)
}

async function touchedTests(): Promise<string[]> {
  const { since, files } = changed!
  const list = join(folder.path, 'touched.json')
  const { isOk, output } = await runCommand('vitest', ['list', '--changed', since, '--filesOnly', `--json=${list}`])
  if (!isOk) throw new Error(output)
  const touched = JSON.parse(readReport(list, 'The list of tests')) as { file: string }[]
  return [...new Set([...touched.map(({ file }) => file), ...listProgramTests(files)])]
}

function nothingTouched(): Tally {
  progress.print('  The changes affect no test of this part.')
  return nothing
}

function readReport(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(`${name} ended without a report.`)
  }
}

function summarize(): void {
  progress.clear()
  if (!changed && !isSoak) writeLastRun(lastRunOf(results))
  printSlowest(lastRunOf(results), 5)
  const all = results.map(({ tally }) => tally)
  const repeat = all.flatMap((tally) => tally.repeat)
  if (repeat.length > 0)
    console.log(`\nRepeat what failed\n${repeat.map((line) => `  ${environment}${line}`).join('\n')}`)
  console.log('\nSummary')
  for (const { name, tally, seconds } of results)
    console.log(`  ${name.padEnd(10)}${formatTally(tally).padEnd(40)}${inSeconds(seconds).padStart(10)}`)
  for (const reason of new Set(all.flatMap((tally) => tally.skippedBecause))) console.log(`  Skipped: ${reason}`)
  for (const note of notes) console.log(`  ${note}`)
  const failed = results.filter(({ tally }) => tally.failed > 0)
  for (const { name } of failed.filter(({ name }) => name !== 'build')) console.log(`  All output: ${logOf(name)}`)
  const sum = (count: (tally: Tally) => number) => all.reduce((total, tally) => total + count(tally), 0)
  const total = {
    ...nothing,
    passed: sum((tally) => tally.passed),
    failed: sum((tally) => tally.failed),
    skippedBecause: all.flatMap((tally) => tally.skippedBecause),
  }
  console.log(`\n${formatTally(total)}, ${inSeconds(performance.now() / 1000)}`)
  process.exitCode = total.failed > 0 || (total.passed === 0 && !changed) ? 1 : 0
}

function lastRunOf(run: typeof results): LastRun {
  return Object.fromEntries(
    run.map(({ name, tally, seconds }) => [
      name,
      { steps: tally.passed + tally.failed, seconds, timings: tally.timings.slice(0, 20) },
    ]),
  )
}

function printSlowest(run: LastRun, count: number): void {
  const lists = Object.entries(run).filter(([, { timings }]) => timings.length > 0)
  if (lists.length === 0 && isSlow) console.log('There is no earlier run in this clone.')
  for (const [name, { timings }] of lists) {
    console.log(`\nSlowest ${name}`)
    for (const timing of timings.slice(0, count))
      console.log(`${inSeconds(timing.seconds).padStart(12)}  ${timing.name}`)
  }
}

function formatTally({ passed, failed, skippedBecause: { length: skipped } }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function openFolder(): RunFolder {
  try {
    return openRunFolder()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

/** Ends within two seconds. The `exit` handler kills remaining processes. */
function stop(signal: NodeJS.Signals): void {
  progress.clear()
  console.log(`\nStopped by ${signal}.`)
  process.exit(130)
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ')
}
