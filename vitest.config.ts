import { readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { scaleTimeout, testWorkers } from './server/testing/machine.ts'
import { isSoak } from './server/testing/soak.ts'

/** Guards against hanging and measures nothing. */
const testTimeout = scaleTimeout(isSoak ? 30 * 60_000 : 3 * 60_000)

/** Measures the heap of its process. */
const measured = 'server/src/exchange/imports/scan/last-rows.test.ts'

/** Starts with the files that start programs, because they take the longest. */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const startsPrograms = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith('.soak.test.ts') ||
      /\bstart(Program|Cluster|Pair)\(|workerStories|runCommand|execFile/.test(readFileSync(moduleId, 'utf8'))
    const { true: first = [], false: rest = [] } = Object.groupBy(await super.sort(files), (file) =>
      startsPrograms(file) ? 'true' : 'false',
    )
    return [...first, ...rest]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: ProgramsFirst },
    pool: 'forks',
    maxWorkers: testWorkers,
    // Loading the program again for each file took a fifth of the run. Tests restore what they change in their process.
    isolate: false,
    testTimeout,
    hookTimeout: testTimeout,
    setupFiles: 'server/testing/property-tests.ts',
    expect: { poll: { timeout: scaleTimeout(60_000) } },
    // Tests import no routine of the database.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/*.sql'],
    projects: [
      {
        extends: true,
        test: {
          name: 'back end',
          include: ['{scripts,server,worker}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(isSoak ? [] : ['**/*.soak.test.ts']), measured],
          globalSetup: 'server/testing/global-setup.ts',
        },
      },
      { extends: true, test: { name: 'front ends', include: ['{desktop,shared}/**/*.test.ts'] } },
      { extends: true, test: { name: 'measured', include: [measured], isolate: true } },
      {
        extends: './portal/vitest.config.ts',
        root: 'portal',
        test: { name: 'portal', testTimeout, maxWorkers: testWorkers },
      },
    ],
  },
})
