import { utc } from '../../foundations/database/utc.ts'
import type { Letters } from '../../foundations/mail/letters.ts'
import { defineStaffLetter } from '../../staff/index.ts'
import { formatAgo } from '../health/format.ts'
import { backupsAtTarget } from './target.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'backup-failed': { user: number }
  }
}

export const backupLetters = {
  'backup-failed': defineStaffLetter<Letters['backup-failed']>(async ({ db, ...config }) => {
    const failed = await backupsAtTarget(db, config)
      .select((row) => row.fn.coalesce('drill_failure', 'failure').as('reason'))
      .select('drill_failure')
      .where((row) => row.or([row('failure', 'is not', null), row('drill_failure', 'is not', null)]))
      .orderBy((row) => row.fn.coalesce('drilled_at', 'started_at'), 'desc')
      .limit(1)
      .executeTakeFirst()
    const last = await backupsAtTarget(db, config)
      .select(utc('started_at').as('at'))
      .where('state', '=', 'whole')
      .where('drill_failure', 'is', null)
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const heading = failed?.drill_failure ? 'A backup could not be restored' : 'No backup was made'
    return {
      subject: `${heading}: ${config.institution.short_name} alumni relations`,
      heading,
      paragraphs: [
        failed?.reason ?? 'See the worker’s log.',
        last ? `The last good backup was made ${formatAgo(last.at)}.` : 'There is no good backup.',
      ],
      button: { label: 'Open the settings', url: `${config.PUBLIC_URL}/settings` },
      closing: ['Administrators get this e-mail at most once a day.'],
    }
  }),
}
