import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { root } from './run-command.ts'
import { supervise, type Supervised } from './supervise.ts'

let folder: string
let program: Supervised
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alumni-supervise-'))
  await writeFile(join(folder, 'dies.mjs'), 'process.exit(1)')
})
afterEach(async () => {
  vi.useRealTimers()
  await program.stop()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Lets a server crash `deaths` times. `ms` is the time between two crashes. */
function crashEvery(ms: number, deaths: number): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  return new Promise((resolve) => {
    let died = 0
    const file = relative(root, join(folder, 'dies.mjs'))
    program = supervise(
      {
        name: 'server',
        command: [file],
        env: { PATH: process.env.PATH },
        logFile: join(folder, `${ms}.log`),
        restartAfterMs: 1,
      },
      {
        onChange: () => undefined,
        log: () => void vi.advanceTimersByTime(ms),
        onGivenUp: resolve,
        async beforeRestart() {
          if (++died === deaths) resolve('it is still started again')
        },
      },
    )
  })
}

test('a program that crashes five times within a minute is given up, and its output is printed', async () => {
  expect(await crashEvery(10_000, 6)).toContain(
    'The server ended with code 1, the 5th time within a minute, and is not started again.',
  )
  expect(program.isGivenUp()).toBe(true)
})

test('a program that crashes occasionally is always restarted', async () => {
  expect(await crashEvery(20_000, 6)).toBe('it is still started again')
  expect(program.isGivenUp()).toBe(false)
})
