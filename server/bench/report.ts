/** The middle of several measurements. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Measures `work` and its limit in turn, so that both see the same machine; answers the medians in milliseconds. */
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
  return `${ratio <= goal ? 'ok  ' : 'over'} ${name.padEnd(34)} ${ms(work)}   ${against}: ${ms(limit)}   ratio ${ratio.toFixed(2)} (goal ${goal})`
}

export function boundLine(name: string, value: number, bound: number, unit: string): string {
  return `${value <= bound ? 'ok  ' : 'over'} ${name.padEnd(34)} ${value.toFixed(0).padStart(6)} ${unit} (goal ${bound} ${unit})`
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0).padStart(6)} ms`
}
