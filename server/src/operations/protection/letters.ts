import { withPeriods } from '@alumni/shared/clock'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { enqueueLetters, type Letters } from '../../foundations/mail/letters.ts'
import type { Ban } from '../../foundations/protection/index.ts'
import { listActiveAdministrators, defineStaffLetter } from '../../staff/index.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'staff-locked-out': { user: number; address: string; until: number }
  }
}

export const protectionLetters = {
  'staff-locked-out': defineStaffLetter<Letters['staff-locked-out']>(
    ({ user, PUBLIC_URL, INSTITUTION_TIME_ZONE: timeZone }, ban) => {
      if (user.role !== 'admin') return null
      const until = withPeriods(new Date(ban.until).toLocaleTimeString('en-US', { timeStyle: 'short', timeZone }))
      return {
        subject: `Staff are locked out until ${until}`,
        heading: 'Staff are locked out',
        paragraphs: [
          `A network from which staff work sent too many requests. Until ${until} everyone behind it gets an error page on both sites.`,
          'To let it in now, lift the ban in the settings from another network, such as a phone’s. Your system administrator can do it on the server too: docs/runbook.md, “An office is locked out”.',
        ],
        facts: [
          { label: 'Address', value: ban.address },
          { label: 'Until', value: until },
        ],
        button: { label: 'Open settings', url: `${PUBLIC_URL}/settings/protection` },
      }
    },
  ),
}

export function notifyAdminsOfBans(app: App, db: Db): void {
  const write = async ({ address, until }: Ban) => {
    const administrators = await listActiveAdministrators(db)
    const letters = administrators.map((user) => ({ user, address, until }))
    await enqueueLetters(db, 'staff-locked-out', letters)
  }
  app.guard.onBanOfStaff((ban) => {
    write(ban).catch((error: unknown) => app.log.warn(error, 'administrators were not written to about a ban'))
  })
}
