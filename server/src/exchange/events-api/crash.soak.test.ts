import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { attendees } from './testing/attendees.ts'
import { buildEventsStory } from './testing/events-story.ts'

const { config, key, sendBatch, engagements, forgetEngagements } = await buildEventsStory()
const rows = 10_000
const kills = 25

test(`each batch is stored exactly once although the server is killed at ${kills} moments and callers retry`, async () => {
  let killed = 0
  let moment = 1
  for (let round = 0; killed < kills; round++) {
    const batch_id = `round ${round}`
    // Each attempt is killed one statement later; after a commit, starts with the first statement again.
    for (let time = 0; time < 3; time++) {
      const isKilled = await killAtStatement(batch_id, moment)
      killed += isKilled
      moment = isKilled ? moment + 1 : 1
      expect([0, rows]).toContain((await engagements()).length)
    }
    const answer = await sendBatch({ batch_id, engagements: attendees(rows, batch_id) })
    expect(answer).toMatchObject({ received: rows, inserted: rows, failed: 0, errors: [] })
    expect(await engagements()).toEqual(attendees(rows, batch_id))
    await forgetEngagements()
  }
})

/** Returns 1 if the process was killed, 0 if it finished. */
function killAtStatement(batchId: string, statement: number): Promise<0 | 1> {
  const script = fileURLToPath(new URL('testing/batch-process.ts', import.meta.url))
  const { DATA_DIR, DATABASE_URL, MONGODB_URL = '' } = config
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [script, batchId, String(rows), String(statement)], {
    env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', DATA_DIR, DATABASE_URL, MONGODB_URL, API_KEY: key },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal === 'SIGKILL' ? 1 : 0)))
}
