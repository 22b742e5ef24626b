import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Does `work` after the test that runs, where `afterAll` would be forgotten; outside of tests after the file. */
export function atEnd(work: () => unknown): void {
  const register = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  register(async () => void (await work()))
}
