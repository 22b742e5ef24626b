import { expect, test } from 'vitest'
import { surviveUnlocking } from './run-jobs.ts'

test('a worker that cannot unlock a job while the database is away says so and lives', async () => {
  const away = new Error('timeout exceeded when trying to connect')
  const repository = { unlockJob: () => Promise.reject(away) }
  const told: unknown[] = []
  surviveUnlocking(repository, (error) => told.push(error))
  await repository.unlockJob()
  expect(told).toEqual([away])
})
