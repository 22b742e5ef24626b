import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { Progress } from './progress.ts'

function progressAt(clock: { now: number }, isTTY: boolean) {
  const out = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY })
  const parts = [
    { name: 'tests', steps: 7000, seconds: 240 },
    { name: 'journeys', steps: 140, seconds: 120 },
  ]
  return { progress: new Progress(parts, out, () => clock.now), written: () => (out.read() as string | null) ?? '' }
}

test('the line counts finished tests and estimates the time from the last run, and from how much slower this one is', () => {
  const clock = { now: 0 }
  const { progress } = progressAt(clock, true)
  progress.start('tests')
  expect(progress.line()).toBe('tests 0 of 7,000 · journeys 0 of 140 · about 6 minutes left')
  clock.now = 240_000
  progress.step('tests', 3500)
  expect(progress.line()).toBe('tests 3,500 of 7,000 · journeys 0 of 140 · about 8 minutes left')
  clock.now = 480_000
  progress.end('tests')
  expect(progress.line()).toBe('journeys 0 of 140 · about 4 minutes left')
  progress.expect('journeys', 142)
  progress.start('journeys')
  clock.now = 960_000
  progress.step('journeys', 71)
  expect(progress.line()).toBe('journeys 71 of 142 · about 2 minutes left')
  progress.step('journeys', 70)
  expect(progress.line()).toBe('journeys 141 of 142 · less than a minute left')
})

test('on a terminal the line is rewritten in place below the output', () => {
  const { progress, written } = progressAt({ now: 0 }, true)
  progress.start('tests')
  progress.print('✗ a test')
  expect(written().split('\r\x1b[2K')).toEqual([
    '',
    expect.stringContaining('tests 0 of'),
    '✗ a test\n',
    expect.stringMatching(/left$/),
  ])
})

test('without a terminal a plain line is printed every twenty seconds', () => {
  const clock = { now: 0 }
  const { progress, written } = progressAt(clock, false)
  progress.start('tests')
  for (let second = 1; second <= 30; second++) {
    clock.now = second * 1000
    progress.step('tests')
  }
  expect(written()).toMatch(/^ {2}tests 0 of .*\n {2}tests 21 of .*\n$/)
})
