import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine } from '../server/src/command-line.ts'
import { buildFace, faces, isBuilt } from './built-faces.ts'
import { ensureChromium } from './chromium.ts'
import { ensureMongodb } from './mongodb.ts'
import { ensureRedis } from './redis.ts'
import { ensureSchemathesis } from './schemathesis.ts'
import { inSeconds, runCommand } from './run-command.ts'
import { countJourneys, nothing, tallyPlaywright, tallyVitest, type Tally } from './tally.ts'

/** All parts, or those named on the command line. One that fails does not keep the others from running. */
const parts: Record<string, () => Promise<Tally>> = { check, build, tests, journeys }
const usage = `npm test                             everything
npm test -- [${Object.keys(parts).join('] [')}]   the named parts`
const asked = commandLine(usage, { allowPositionals: true }, ({ positionals }) => {
  const unknown = positionals.filter((name) => !(name in parts))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}`)
  return positionals
})

const reports = mkdtempSync(join(tmpdir(), 'alumni-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const results: { name: string; tally: Tally; seconds: number }[] = []
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${name}`)
  const started = performance.now()
  const tally = await run().catch((error: Error): Tally => {
    print(error.message)
    return { ...nothing, failed: 1 }
  })
  results.push({ name, tally, seconds: (performance.now() - started) / 1000 })
}
summarise()

async function check(): Promise<Tally> {
  const { output } = await runCommand('node', ['scripts/check.ts'], { onLine: print })
  const count = (mark: string) => output.split('\n').filter((line) => line.startsWith(`${mark} `)).length
  return { ...nothing, passed: count('✓'), failed: count('✗') || (count('✓') === 0 ? 1 : 0) }
}

async function build(): Promise<Tally> {
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

async function tests(): Promise<Tally> {
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--silent=passed-only']
  await ensureRedis()
  await ensureSchemathesis()
  await ensureMongodb()
  await runCommand('vitest', args, { env: { NO_COLOR: '1', FORCE_COLOR: undefined }, onLine: print })
  return tallyVitest(readReport(report, 'The tests'))
}

async function journeys(): Promise<Tally> {
  const report = join(reports, 'playwright.json')
  const env = { FORCE_COLOR: '0', NO_COLOR: undefined, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
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
  await runCommand('playwright', ['test', '--config=e2e', '--reporter=list,json'], {
    env: { ...env, PLAYWRIGHT_CHROMIUM: chromium.path },
    onLine: print,
  })
  return tallyPlaywright(readReport(report, 'The journeys'))
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
  const sum = (count: (tally: Tally) => number) => results.reduce((total, { tally }) => total + count(tally), 0)
  const total = {
    passed: sum((tally) => tally.passed),
    failed: sum((tally) => tally.failed),
    skipped: sum((tally) => tally.skipped),
    reasons,
  }
  console.log(`\n${sentenceOf(total)}`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

function sentenceOf({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function print(line: string): void {
  if (line.trim()) console.log(line.replace(/^/gm, '  '))
}
