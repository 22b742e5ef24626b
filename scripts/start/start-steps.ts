import { inSeconds } from '../run-command.ts'

let isHushed = false

/** No more steps are reported once the process is stopping. */
export function hushSteps(): void {
  isHushed = true
}

export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  if (!isHushed) console.log(`  ✓ ${name.padEnd(34)}${inSeconds((performance.now() - started) / 1000).padStart(8)}`)
  return result
}

export function print(message: string): void {
  if (!isHushed) console.log(`  • ${message}`)
}
