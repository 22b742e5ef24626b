import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs `work` after the current test, where `afterAll` is ignored, or after the file if no test is running. */
export function runAtEnd(work: () => unknown): void {
  const register = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  register(async () => void (await work()))
}
