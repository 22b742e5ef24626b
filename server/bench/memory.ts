import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { projectRoot } from '../src/foundations/process/config.ts'
import { packagesOf } from '../testing/packages-of.ts'
import type { DemoDatabase } from './demo-database.ts'
import { boundLine, median } from './report.ts'
import { findFreePort } from '../src/foundations/process/free-port.ts'

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}
const startFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'))
const restMs = 60_000
const programs = ['supervisor', 'server', 'worker'] as const
type Program = (typeof programs)[number]
const fewAlumni = 5000
const goals = (alumni: number): Record<Program, number> => ({
  supervisor: 80,
  server: alumni > fewAlumni ? 350 : 200,
  worker: 150,
})

/** In megabytes; `proportional` is known only on Linux. */
type Memory = { resident: number; proportional: number | undefined; heap: number | undefined }

export async function benchMemory(database: DemoDatabase, runs: number): Promise<void> {
  const found: Record<Program, Memory>[] = []
  for (let run = 0; run < runs; run++) found.push(await startAndRest(database))
  const bounds = goals(database.alumni)
  for (const program of programs) {
    const middle = (kind: keyof Memory) => median(found.map((memory) => memory[program][kind] ?? Number.NaN)).toFixed(0)
    const resident = found.map((memory) => memory[program].resident)
    console.log(
      `${boundLine(program, median(resident), bounds[program], 'MB')}   PSS ${middle('proportional')}, heap used ${middle('heap')}; runs ${resident.map((value) => value.toFixed(0)).join(', ')}`,
    )
  }
  for (const program of ['server/src/app.ts', 'worker/src/worker.ts']) {
    const largest = [...(await packagesOf([program]))].toSorted(([, one], [, other]) => other - one).slice(0, 12)
    console.log(`     ${program} loads ${largest.map(([name, modules]) => `${name} ${modules}`).join(', ')}`)
  }
}

async function startAndRest({ app, owner, folder }: DemoDatabase): Promise<Record<Program, Memory>> {
  const child = fork(join(projectRoot, 'scripts/start.ts'), ['--no-desktop'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      DATABASE_URL: app,
      MIGRATION_DATABASE_URL: owner,
      DATA_DIR: join(folder, 'start'),
      PORT: String(await findFreePort()),
    },
    execArgv: startFlags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const client = new pg.Client({ connectionString: owner })
  try {
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('npm start ended'))),
    ])
    await pause(restMs)
    await client.connect()
    const { rows } = await client.query<{ program: 'server' | 'worker'; pid: number; heap: number }>(
      `select program, pid, (figures -> 'alumni_memory_bytes' ->> 'heap_used')::float8 as heap from process_reports`,
    )
    const of = (name: 'server' | 'worker') => {
      const { pid, heap } = rows.find(({ program }) => program === name)!
      return { ...memoryOf(pid), heap: heap / 1024 ** 2 }
    }
    return { supervisor: { ...memoryOf(child.pid!), heap: undefined }, server: of('server'), worker: of('worker') }
  } finally {
    await client.end()
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

function memoryOf(pid: number): Omit<Memory, 'heap'> {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`^${name}: *(\\d+) kB`, 'm').exec(rollup)![1]) / 1024
  return { resident: megabytes('Rss'), proportional: megabytes('Pss') }
}
