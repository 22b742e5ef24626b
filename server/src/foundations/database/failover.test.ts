import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import type { JobKinds } from '../jobs/jobs.ts'
import { enqueue } from '../jobs/queue.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { FaultyLink } from '../../../testing/faulty-link.ts'
import { noStandby } from '../../../testing/copy-cluster.ts'
import { startPair } from '../../../testing/standby.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

describe.skipIf(noStandby)(`PostgreSQL fails over${noStandby ? ` (${noStandby})` : ''}`, async () => {
  if (noStandby) return
  const pair = await startPair()
  afterAll(() => pair.remove())
  const link = await FaultyLink.open(pair.primary.port)
  afterAll(() => link.close())
  const [app, owner] = (['alumni_login', 'alumni_owner'] as const).map((login) =>
    link.redirect(pair.primary.url(login, 'alumni')),
  ) as [string, string]
  const subject = await buildTestApp({ database: { app, owner, postgres: owner, drop: async () => undefined } })
  const { db, config, context } = subject
  const ran: number[] = []
  const kind = { run: async ({ nth }: { nth: number }) => void ran.push(nth) }
  const kinds = { 'sweep-photos': kind } as unknown as JobKinds
  const worker = await runJobs({ ...context, databaseUrls: { app, owner } }, kinds, () => undefined)
  afterAll(() => worker.stop())
  const index = subject.app.peopleIndex

  test('during a failover every acknowledged write is stored once, and no process restarts', async () => {
    const replies: { email: string; status: number; retry: unknown }[] = []
    let isOver = false
    const writing = [1, 2, 3, 4].map(async (writer) => {
      for (let nth = 0; !isOver; nth++) {
        const email = `writer${writer}.${nth}@example.edu`
        const { statusCode, headers } = await subject.nobody.post('/password-resets', { email })
        replies.push({ email, status: statusCode, retry: headers['retry-after'] })
        await pause(5)
      }
    })
    const countAcknowledged = () => replies.filter(({ status }) => status === 200).length
    const countRefused = () => replies.filter(({ status }) => status === 503).length
    const letters = async () => {
      const [row] = await db.entities.execute<{ count: number }[]>('select count(*)::int as count from letters')
      return row!.count
    }
    await index.catchUp()
    await expect.poll(countAcknowledged).toBeGreaterThan(100)

    await pair.killPrimary()
    await expect.poll(countRefused).toBeGreaterThan(0)
    link.moveTo(pair.standby.port)
    const before = countAcknowledged()
    await pause(500)
    expect(countAcknowledged()).toBe(before)

    await pair.promote()
    await expect.poll(countAcknowledged, { interval: 20 }).toBeGreaterThan(before)
    await expect.poll(countAcknowledged).toBeGreaterThan(before + 100)
    isOver = true
    await Promise.all(writing)

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect(replies.filter(({ status, retry }) => status === 503 && !retry)).toEqual([])
    expect(await letters()).toBeGreaterThanOrEqual(countAcknowledged())
    expect(await letters()).toBeLessThanOrEqual(replies.length)

    await db.entities.execute("insert into alumni (buid, last_name) values ('B00000042', 'Promoted')")
    await index.catchUp()
    expect((await index.suggest('promoted', 5)).map(({ buid }) => buid)).toEqual(['B00000042'])
    await enqueue(db, 'sweep-photos', { nth: 7 } as never)
    await expect.poll(() => ran).toEqual([7])
    expect(config.DATABASE_URL).toBe(app)
  })
})
