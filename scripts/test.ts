import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine } from '../server/src/foundations/process/command-line.ts'
import { buildFace, faces, isBuilt } from './built-faces.ts'
import { changedFiles, journeysOf, testsOfPrograms } from './changed.ts'
import { ensureChromium } from './chromium.ts'
import { ensureElectron } from './desktop/electron.ts'
import { ensureProgramsInWheels } from './programs-in-wheels.ts'
import { ensureDebianPackages, packagesOfSoak } from './debian-packages.ts'
import { ensureLinters, ensureSchemathesis } from './python-tools.ts'
import { ensureUnpackedPrograms } from './unpacked-programs.ts'
import { inSeconds, root, runCommand } from './run-command.ts'
import { openTestRun } from './test-run.ts'
import { countJourneys, nothing, tallyPlaywright, tallyVitest, type Tally } from './tally.ts'

type Print = (line: string) => void
const parts: Record<string, (print: Print) => Promise<Tally>> = { check, build, tests, journeys, storm }
/** One after the other: each takes all of a small machine, but for the storm, which mostly waits. */
const turns = [['check'], ['build'], ['tests'], ['journeys', 'storm']]
const names = Object.keys(parts)
const usage = `npm test                             everything
npm test -- [${names.join('] [')}]   the named parts
npm test -- changed                  what the changes since the branch left main touch, of all parts or those named
npm run soak [-- part]               in full what npm test samples; SEED=… repeats a run`
const asked = commandLine(usage, { allowPositionals: true }, ({ positionals }) => {
  const unknown = positionals.filter((name) => ![...names, 'changed', 'soak'].includes(name))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}`)
  return positionals
})
const changed = asked.includes('changed') ? await changedFiles() : undefined
const named = asked.filter((name) => names.includes(name))
/** The tests of a soak have storms of their own. */
const isAsked = (name: string) =>
  named.length === 0 ? !(name === 'storm' && asked.includes('soak')) : named.includes(name)

await openTestRun().catch(({ message }: Error) => {
  console.error(message)
  process.exit(1)
})
const reports = mkdtempSync(join(tmpdir(), 'alumni-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
// Servers and workers are started some two hundred times: they need not be compiled each time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')

/** Lines of the summary besides the counts. */
const notes: string[] = []
if (asked.includes('soak')) {
  process.env.SOAK = '1'
  process.env.SEED ??= String(Date.now() % 1_000_000)
  notes.push(`Repeat it with SEED=${process.env.SEED} npm run soak`)
}
const results: { name: string; tally: Tally; seconds: number }[] = []
for (const turn of turns.map((names) => names.filter(isAsked))) {
  if (turn.length > 0) console.log(`\n${turn.join(', and beside ')}`)
  results.push(...(await Promise.all(turn.map(runPart))))
}
summarise()

/** One that fails does not stop the others. */
async function runPart(name: string): Promise<(typeof results)[number]> {
  const started = performance.now()
  const tally = await parts[name]!(print).catch((error: Error): Tally => {
    print(error.message)
    return { ...nothing, failed: 1 }
  })
  return { name, tally, seconds: (performance.now() - started) / 1000 }
}

async function check(print: Print): Promise<Tally> {
  const { output } = await runCommand('node', ['scripts/check.ts'], { onLine: print })
  const count = (mark: string) => output.split('\n').filter((line) => line.startsWith(`${mark} `)).length
  return { ...nothing, passed: count('✓'), failed: count('✗') || (count('✓') === 0 ? 1 : 0) }
}

async function build(print: Print): Promise<Tally> {
  const tally = { ...nothing }
  for (const face of faces) {
    try {
      print(isBuilt(face) ? `✓ ${face.name} is built` : `✓ ${face.name} (${inSeconds(await buildFace(face))})`)
      tally.passed += 1
    } catch (error) {
      print(`✗ ${(error as Error).message}`)
      tally.failed += 1
    }
  }
  return tally
}

async function tests(print: Print): Promise<Tally> {
  const report = join(reports, 'vitest.json')
  const files = changed ? await touchedTests() : []
  if (changed && files.length === 0) return nothingTouched(print)
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--silent=passed-only']
  await ensureDebianPackages(asked.includes('soak') ? packagesOfSoak : [])
  await ensureProgramsInWheels()
  await ensureUnpackedPrograms()
  await ensureLinters()
  if (asked.includes('soak')) await ensureSchemathesis()
  const { isOk } = await runCommand('vitest', ['run', ...files, ...args], {
    env: { NO_COLOR: '1', FORCE_COLOR: undefined },
    onLine: print,
  })
  const tally = tallyVitest(readReport(report, 'The tests'))
  // An error outside of any test fails the run, though each test has passed.
  return isOk || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

async function journeys(print: Print): Promise<Tally> {
  const report = join(reports, 'playwright.json')
  const env = { FORCE_COLOR: '0', NO_COLOR: undefined, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const specs = (changed ? journeysOf(changed.files) : []).map((name) => `/${name}.spec`)
  if (changed && specs.length === 0) return nothingTouched(print)
  const chromium = await ensureChromium()
  if ('reason' in chromium) {
    await runCommand('playwright', ['test', '--config=e2e', '--list', '--reporter=json'], { env })
    print(`Skipped: ${chromium.reason}.`)
    return {
      ...nothing,
      skipped: countJourneys(readReport(report, 'The journeys')),
      reasons: [`all journeys: ${chromium.reason}`],
    }
  }
  const electron = await ensureElectron()
  notes.push(
    `The desktop app ran in ${'reason' in electron ? `Chromium, over a stand-in for Electron: ${electron.reason}` : electron.name}`,
  )
  await runCommand('playwright', ['test', ...specs, '--config=e2e', '--reporter=list,json'], {
    env: {
      ...env,
      PLAYWRIGHT_CHROMIUM: chromium.path,
      DESKTOP_ELECTRON: 'path' in electron ? electron.path : 'none',
    },
    onLine: print,
  })
  return tallyPlaywright(readReport(report, 'The journeys'))
}

/** Runs a minute with the same ten faults and prints its output once it is over, in one piece. */
async function storm(print: Print): Promise<Tally> {
  if (changed && testsOfPrograms(changed.files).length === 0) return nothingTouched(print)
  const options = ['--seed', '2026', '--minutes', '1', '--faults', '10']
  const { isOk, output } = await runCommand('node', ['server/storm/storm-command.ts', ...options], {
    env: { DATABASE_URL: undefined },
  })
  print(`The storm\n${output}`)
  if (!isOk) notes.push(`Repeat the storm with npm run storm -- ${options.join(' ')}`)
  return { ...nothing, [isOk ? 'passed' : 'failed']: 1 }
}

async function touchedTests(): Promise<string[]> {
  const { since, files } = changed!
  const list = join(reports, 'touched.json')
  const { isOk, output } = await runCommand('vitest', ['list', '--changed', since, '--filesOnly', `--json=${list}`])
  if (!isOk) throw new Error(output)
  const touched = JSON.parse(readReport(list, 'The list of tests')) as { file: string }[]
  return [...new Set([...touched.map(({ file }) => file), ...testsOfPrograms(files)])]
}

function nothingTouched(print: Print): Tally {
  print('Nothing that changed is run here.')
  return nothing
}

function readReport(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(`${name} ended without a report.`)
  }
}

function summarise(): void {
  console.log('\nSummary')
  for (const { name, tally, seconds } of results)
    console.log(`  ${name.padEnd(10)}${sentenceOf(tally).padEnd(40)}${inSeconds(seconds).padStart(10)}`)
  const reasons = results.flatMap(({ tally }) => tally.reasons)
  for (const reason of reasons) console.log(`  Skipped: ${reason}`)
  const retried = results.flatMap(({ tally }) => tally.retried)
  for (const title of retried) console.log(`  Passed on its second try: ${title}`)
  for (const note of notes) console.log(`  ${note}`)
  const sum = (count: (tally: Tally) => number) => results.reduce((total, { tally }) => total + count(tally), 0)
  const total = {
    passed: sum((tally) => tally.passed),
    failed: sum((tally) => tally.failed),
    skipped: sum((tally) => tally.skipped),
    reasons,
    retried,
  }
  console.log(`\n${sentenceOf(total)}`)
  process.exitCode = total.failed > 0 || (total.passed === 0 && !changed) ? 1 : 0
}

function sentenceOf({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function print(line: string): void {
  if (line.trim()) console.log(line.replace(/^/gm, '  '))
}
