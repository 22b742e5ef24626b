import { describe } from 'vitest'
import { workerStories } from './testing/worker-stories.ts'

describe('with the queue in PostgreSQL', async () => {
  await workerStories()
})
