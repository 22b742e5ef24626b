import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { parseSync, Visitor } from 'oxc-parser'
import { scriptsOf } from './arrows.ts'

type Expression = { source: string; flags: string }

const maxMs = 20

/** Returns expressions that take over 20 ms on 20 KB of repeated characters. After `hangMs`, they count as endless. */
export async function slowExpressions(root: string, hangMs = 120_000): Promise<string[]> {
  const files = globSync('{desktop,portal,server,shared,worker}/src/**/*.{ts,tsx,svelte}', { cwd: root })
  const places = new Map<string, Expression & { place: string }>()
  for (const file of files.filter((file) => !/\.test\.|\/testing\//.test(file)).toSorted())
    for (const [code, lang] of scriptsOf(file, readFileSync(join(root, file), 'utf8')))
      new Visitor({
        Literal(node) {
          if (!('regex' in node) || !node.regex) return
          const { pattern: source, flags } = node.regex
          const place = `${file}:${code.slice(0, node.start).split('\n').length}`
          if (!places.has(`/${source}/${flags}`)) places.set(`/${source}/${flags}`, { place, source, flags })
        },
      }).visit(parseSync(file, code, { lang }).program)
  return timeAll([...places.values()], hangMs)
}

async function timeAll(places: (Expression & { place: string })[], hangMs: number): Promise<string[]> {
  const found: string[] = []
  let worker = new Worker(new URL(import.meta.url))
  for (const { place, source, flags } of places) {
    worker.postMessage({ source, flags } satisfies Expression)
    const answer = await Promise.race([
      once(worker, 'message'),
      sleep(hangMs, ['a text on which it does not finish'], { ref: false }),
    ])
    const [slow] = answer as [string | null]
    if (slow) found.push(`${place} /${source}/ is slow on ${slow}.`)
    if (slow === 'a text on which it does not finish') {
      await worker.terminate()
      worker = new Worker(new URL(import.meta.url))
    }
  }
  await worker.terminate()
  return found
}

const size = 20_000
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const characters = [...printable, '\t', '\n', '\r', '\u00a0', '\u200b', 'é', '’', '王']

function slowText({ source, flags }: Expression): string | null {
  const expression = new RegExp(source, flags)
  const own = [...new Set(source.replace(/\\(?:[bBdDsSwW]|[pP]\{.*?\}|u.{4})/g, '').match(/[^\w\\]/g) ?? [])]
  const pairs = [...own, 'a', '1', ' '].flatMap((one) => [...own, 'a', '1', ' ', '\n'].map((two) => one + two))
  for (const part of [...characters, ...pairs]) {
    const text = part.repeat(size / part.length)
    for (const whole of [text, `${text}\u0001`])
      if (isSlow(expression, whole)) return `20 KB of ${JSON.stringify(part)}`
  }
  return null
}

/**
 * Takes the processor time of the fastest of five runs, because a busy machine slows down others. A run of a second is
 * slow in any case.
 */
function isSlow(expression: RegExp, text: string): boolean {
  let ms = 0
  for (let turn = 0; turn < 5 && ms < 1000; turn++) {
    const started = process.threadCpuUsage()
    if (expression.global) text.replace(expression, '')
    else text.search(expression)
    const { user, system } = process.threadCpuUsage(started)
    ms = (user + system) / 1000
    if (ms <= maxMs) return false
  }
  return true
}

if (!isMainThread) parentPort!.on('message', (expression: Expression) => parentPort!.postMessage(slowText(expression)))
