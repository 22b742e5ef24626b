import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { letter } from '../../foundations/mail/letter.ts'
import type { Composer } from '../../foundations/mail/letters.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import { StaffUser } from '../../staff/index.ts'
import { ago } from '../health/words.ts'
import { backupsAtTarget } from './target.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'backup-failed': { user: number }
    'backup-late': { user: number }
  }
}

/** The letters to administrators about backups; what they say is of the moment in which they leave. */
export const backupLetters: { 'backup-failed': Composer<'backup-failed'>; 'backup-late': Composer<'backup-late'> } = {
  async 'backup-failed'(db, config, { user }) {
    const failed = await backupsAtTarget(db, config)
      .select((row) => row.fn.coalesce('drill_failure', 'failure').as('why'))
      .select('drill_failure')
      .where((row) => row.or([row('failure', 'is not', null), row('drill_failure', 'is not', null)]))
      .orderBy((row) => row.fn.coalesce('drilled_at', 'started_at'), 'desc')
      .limit(1)
      .executeTakeFirst()
    const heading = failed?.drill_failure ? 'A backup could not be restored' : 'No backup was made'
    return write(db, config, { user, heading, why: failed?.why ?? 'See the log of the worker.' })
  },
  'backup-late'(db, config, { user }) {
    const why = 'Backups are scheduled, and none was made in time. Does a worker run?'
    return write(db, config, { user, heading: 'A backup is late', why })
  },
}

async function write(
  db: Db,
  config: Config,
  { user: id, heading, why }: { user: number; heading: string; why: string },
): Promise<Message | null> {
  const { institution, PUBLIC_URL } = config
  const user = await db.entities.findOne(StaffUser, { id, is_active: true })
  if (!user) return null
  const last = await backupsAtTarget(db, config)
    .select(utc('started_at').as('at'))
    .where('state', '=', 'whole')
    .where('drill_failure', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const content = letter({
    institution,
    heading,
    paragraphs: [
      `Hello ${user.name}, ${why}`,
      last ? `The last good backup was made ${ago(last.at)}.` : 'There is no good backup.',
    ],
    button: { label: 'Open the settings', url: `${PUBLIC_URL}/settings` },
    closing: ['Administrators get this letter at most once a day.'],
  })
  return { to: user.email, subject: `${heading}: ${institution.short_name} alumni relations`, ...content }
}
