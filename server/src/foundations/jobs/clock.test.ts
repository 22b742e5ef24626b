import { expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { watchClock } from './clock.ts'

const { db } = await buildTestApp()

test.each([
  ['ahead', 3600_000],
  ['behind', -3600_000],
])('a clock that is set an hour %s is detected before the next query, until it is corrected', async (_, ms) => {
  onTestFinished(() => void vi.useRealTimers())
  const changes: [boolean, number][] = []
  const clock = await watchClock(db, 3600_000, (isRight, aheadMs) => changes.push([isRight, aheadMs]))
  onTestFinished(() => clock.stop())
  expect(clock.isRight()).toBe(true)
  const now = Date.now()
  const steady = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => steady.mockRestore())
  vi.useFakeTimers({ toFake: ['Date'], now })
  const before = clock.aheadMs()
  vi.setSystemTime(now + ms)
  expect(clock.isRight()).toBe(false)
  expect(Math.round((clock.aheadMs() - before) / 1000)).toBe(ms / 1000)
  vi.useRealTimers()
  steady.mockRestore()
  expect(clock.isRight()).toBe(true)
  expect(changes).toEqual([])
})

test('a worker that starts with a slow clock is told so by the database', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
  const changes: boolean[] = []
  const clock = await watchClock(db, 3600_000, (isRight) => changes.push(isRight))
  onTestFinished(() => clock.stop())
  expect([clock.isRight(), changes]).toEqual([false, [false]])
})
