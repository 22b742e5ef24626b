import { afterEach, expect, test, vi } from 'vitest'
import { printProblems } from './run-backup-command.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test('a backup that loses its connection to PostgreSQL prints one line', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await printProblems(() => Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })))
  expect(printed.mock.calls).toEqual([['The connection to PostgreSQL was lost. Try again once it answers.']])
  expect(process.exitCode).toBe(1)
})

test('an unexpected error is thrown again instead of printed as a problem', async () => {
  const mistake = new TypeError('undefined is not a function')
  await expect(printProblems(() => Promise.reject(mistake))).rejects.toBe(mistake)
})
