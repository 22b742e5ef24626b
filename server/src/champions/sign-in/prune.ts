import { compare } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { pruneDevices } from './devices.ts'
import { prunePendingAnswers } from './pending-answers.ts'
import { pruneSessions } from './sessions.ts'
import { pruneSigninRequests } from './signin-requests.ts'

export async function pruneIdentity({ db }: { db: Db }): Promise<void> {
  await pruneSessions(db)
  await pruneDevices(db)
  await pruneSigninRequests(db)
  await prunePendingAnswers(db)
  await db.remove('signup_drafts', { updated_at: compare('<', sql<string>`now() - interval '7 days'`) })
}
