import { expect, test } from 'vitest'
import { runStorm } from './run-storm.ts'

test('in half a minute with ten faults nothing that was acknowledged is lost, and nothing is there twice', async () => {
  const seed = 1
  const minutes = 0.4
  const faults = 10
  const { findings } = await runStorm({ seed, minutes, faults })
  expect(findings, `again: npm run storm -- --seed ${seed} --minutes ${minutes} --faults ${faults}`).toEqual([])
}, 300_000)
