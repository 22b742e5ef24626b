import { withPeriods } from '@alumni/shared/clock'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { letter } from '../../foundations/mail/letter.ts'
import { askForLetters, type Composer } from '../../foundations/mail/letters.ts'
import type { Ban } from '../../foundations/protection/index.ts'
import { activeAdministrators, StaffUser } from '../../staff/index.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    /** `until` in milliseconds since 1970. */
    'staff-locked-out': { user: number; address: string; until: number }
  }
}

/** To administrators: an office, or people at home, cannot work. */
export const protectionLetters: { 'staff-locked-out': Composer<'staff-locked-out'> } = {
  async 'staff-locked-out'(db, { institution, PUBLIC_URL, INSTITUTION_TIME_ZONE: timeZone }, about) {
    const user = await db.entities.findOne(StaffUser, { id: about.user, role: 'admin', is_active: true })
    if (!user) return null
    const until = withPeriods(new Date(about.until).toLocaleTimeString('en-US', { timeStyle: 'short', timeZone }))
    const content = letter({
      institution,
      heading: 'Staff are locked out',
      paragraphs: [
        `Hello ${user.name},`,
        `A network from which staff work sent too many requests. Until ${until} everyone behind it gets an error page on both sites.`,
        'To let it in now, lift the ban in the settings from another network, such as a phone’s. Your system administrator can do it on the server too: docs/runbook.md, “An office is locked out”.',
      ],
      facts: [
        { label: 'Address', value: about.address },
        { label: 'Until', value: until },
      ],
      button: { label: 'Open settings', url: `${PUBLIC_URL}/settings/protection` },
    })
    return { to: user.email, subject: `Staff are locked out until ${until}`, ...content }
  },
}

export function writeOfBans(app: App, db: Db): void {
  const write = async ({ address, until }: Ban) => {
    const administrators = await activeAdministrators(db)
    const abouts = administrators.map((user) => ({ user, address, until }))
    await askForLetters(db, 'staff-locked-out', abouts)
  }
  app.guard.onBanOfStaff((ban) => {
    write(ban).catch((error: unknown) => app.log.warn(error, 'administrators were not written to about a ban'))
  })
}
