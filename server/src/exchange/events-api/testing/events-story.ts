import type { IssuedApiKey } from '@alumni/shared/staff/api-keys'
import type { EngagementBatchReply } from '@alumni/shared/exchange/events-api'
import { sql } from 'kysely'
import { Caller } from '../../../../testing/caller.ts'
import { buildTestApp, internalHost } from '../../../../testing/test-app.ts'

export const batchUrl = '/api/v1/engagements/batch'

export async function buildEventsStory(changes: Parameters<typeof buildTestApp>[0] = {}) {
  const app = await buildTestApp(changes)
  const ada = await app.as('admin')
  await sql`insert into alumni (buid, last_name) select 'B' || lpad(n::text, 8, '0'), 'Person ' || n from generate_series(1, 2000) n`.execute(
    app.db,
  )
  const issueKey = async (name: string): Promise<IssuedApiKey> =>
    (await ada.post('/settings/api_keys', { name })).json()
  const { key } = await issueKey('Events app')
  const eventsApp = (key: string) => new Caller(app.app, { host: internalHost, authorization: `Bearer ${key}` }, null)
  const send = (body: unknown, caller = eventsApp(key)) => caller.post(batchUrl, body)
  return {
    ...app,
    ada,
    key,
    issueKey,
    eventsApp,
    send,
    sendBatch: async (body: unknown, caller = eventsApp(key)): Promise<EngagementBatchReply> => {
      const reply = await send(body, caller)
      if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`)
      return reply.json()
    },
    async engagements() {
      const { rows } = await sql<{
        buid: string
        activity_code: string
        engagement_date: string
        description: string | null
      }>`
        select buid, activity_code, engagement_date::text, description from engagements order by id
      `.execute(app.db)
      return rows
    },
    async forgetEngagements(): Promise<void> {
      await sql`delete from engagements`.execute(app.db)
      await sql`delete from engagement_batches`.execute(app.db)
    },
  }
}
