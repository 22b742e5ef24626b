import { readFileSync, writeFileSync } from 'node:fs'

/** Figures of the last release with benchmarks; ratios where there is a limit. */
const file = new URL('figures.json', import.meta.url)
const previous = JSON.parse(readFileSync(file, 'utf8')) as { release: string; figures: Record<string, number> }
const measured: Record<string, number> = {}
let bench = ''

export function startBench(name: string): void {
  bench = name
  console.log(`\n${name}`)
}

/** The rows of the table in docs/scale.md, by the name of the figure. */
const tableRows = {
  'imports: scan, ms': 'Scan of 100,000 contacts',
  'imports: commit, ms': 'Commit of them',
  'search: search page, p50': 'Search of people, middle of 391',
  'search: search page, p95': 'Search of people, 95 of 100',
  'statistics: without a filter': 'Statistics without a filter',
  'statistics: all charts, median of filters': 'Statistics, middle of all filters',
  'letters: a letter at no limit': 'Letter to a list, times nodemailer alone',
}

/** Prints the measured figures in Markdown, beside those of the previous release. */
export function printTable(release: string): void {
  const rows = Object.entries(tableRows).flatMap(([key, work]) => {
    const [before, now] = [previous.figures[key], measured[key]]
    if (now === undefined) return []
    const unit = key.startsWith('letters') ? '' : ' ms'
    const compared = before === undefined ? ['–', '–'] : [`${before}${unit}`, (now / before).toFixed(2)]
    return `| ${work} | ${compared[0]} | ${now}${unit} | ${compared[1]} |`
  })
  if (rows.length > 0)
    console.log(`\n| | ${previous.release} | ${release} | ratio |\n| --- | --- | --- | --- |\n${rows.join('\n')}`)
}

export function saveFigures(release: string): void {
  const figures = release === previous.release ? { ...previous.figures, ...measured } : measured
  writeFileSync(file, `${JSON.stringify({ release, figures }, null, 2)}\n`)
}

/** Records a figure and returns, for example, ", v0.15.0: 12.3, 0.95 ×". */
export function recordFigure(name: string, value: number): string {
  const key = `${bench}: ${name}`
  measured[key] = Number(value.toPrecision(3))
  const before = previous.figures[key]
  return before ? `, ${previous.release}: ${before}, ${(value / before).toFixed(2)} ×` : ''
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Alternates both for equal conditions; returns the medians in milliseconds. */
export async function beside(
  runs: number,
  work: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<{ work: number; limit: number }> {
  const times = { work: [] as number[], limit: [] as number[] }
  for (let run = 0; run < runs; run++) {
    times.limit.push(await limit())
    times.work.push(await work())
  }
  return { work: median(times.work), limit: median(times.limit) }
}

export function ratioLine(
  name: string,
  { work, limit }: { work: number; limit: number },
  against: string,
  goal: number,
): string {
  const ratio = work / limit
  measured[`${bench}: ${name}, ms`] = Number(work.toPrecision(3))
  return `${ratio <= goal ? 'ok  ' : 'over'} ${name.padEnd(34)} ${ms(work)}   ${against}: ${ms(limit)}   ratio ${ratio.toFixed(2)} (goal ${goal})${recordFigure(name, ratio)}`
}

export function boundLine(name: string, value: number, bound: number, unit: string): string {
  return `${value <= bound ? 'ok  ' : 'over'} ${name.padEnd(34)} ${value.toFixed(0).padStart(6)} ${unit} (goal ${bound} ${unit})${recordFigure(name, value)}`
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0).padStart(6)} ms`
}
