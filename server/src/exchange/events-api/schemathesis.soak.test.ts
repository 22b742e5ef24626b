import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fetchedTools } from '../../../testing/fetched-tools.ts'
import { runOn } from '../../../testing/test-database.ts'
import { buildEventsStory } from './testing/events-story.ts'

const { app, database, key } = await buildEventsStory()
const missing = existsSync(fetchedTools.schemathesis) ? '' : ' (there is no Schemathesis: it comes by python3 and PyPI)'

test.skipIf(missing)(`the service follows its OpenAPI document by all checks of Schemathesis${missing}`, async () => {
  // Forgets batch ids, because a reused id with other content is refused by design.
  await runOn(
    database.owner,
    `create function forget_batch() returns trigger language plpgsql as $$ begin delete from engagement_batches where id = new.id; return null; end $$;
       create trigger forget after insert on engagement_batches for each row execute function forget_batch()`,
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const folder = await mkdtemp(join(tmpdir(), 'alumni-schemathesis-')) // its working directory, which it fills
  const child = spawn(
    fetchedTools.schemathesis,
    [
      'run',
      `${url}/api/v1/openapi.json`,
      `--url=${url}`,
      `--header=Authorization: Bearer ${key}`,
      '--checks=all',
      '--max-examples=50',
      '--seed=2026',
      '--continue-on-failure',
      '--no-color',
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [output, code] = await Promise.all([text(child.stdout), new Promise((resolve) => child.once('exit', resolve))])
  await rm(folder, { recursive: true })
  expect({ code, output }).toEqual({ code: 0, output: expect.not.stringMatching(/warning/i) })
})
