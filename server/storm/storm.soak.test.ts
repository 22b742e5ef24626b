import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { seed } from '../testing/soak.ts'
import { mutants } from './mutants.ts'
import { runStorm } from './run-storm.ts'

/** Seeds with findings in the past. */
const failedOnce = [867092, 618075, 712985]

test.each([seed, ...failedOnce])(
  'half a minute with ten faults, with seed %i, loses or repeats nothing that was acknowledged',
  async (seed) => {
    const { findings } = await runStorm({ seed, minutes: 0.5, faults: 10 })
    expect(findings, `again: npm run storm -- --seed ${seed} --minutes 0.5 --faults 10`).toEqual([])
  },
)

describe('the audit finds an error in the product', () => {
  test.each(Object.entries(mutants))('%s', async (mutant, { finding }) => {
    const { findings, folder } = await runStorm({ seed, minutes: 0.3, faults: 0, mutant })
    await rm(folder, { recursive: true, force: true })
    expect(findings.filter((line) => finding.test(line))).not.toEqual([])
  })
})
