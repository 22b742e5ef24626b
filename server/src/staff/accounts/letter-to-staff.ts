import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { renderLetter } from '../../foundations/mail/letter.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import { StaffUser } from './staff-user.ts'

type StaffLetter = { subject: string } & Omit<Parameters<typeof renderLetter>[0], 'institution'>
type Recipient = Config & { db: Db; user: StaffUser; letter: number }

/** Defines a letter to a user, with a greeting. Nothing is sent if `write` returns null or the account is inactive. */
export function defineStaffLetter<Data extends { user: number | null }>(
  write: (recipient: Recipient, data: Data) => Promise<StaffLetter | null> | StaffLetter | null,
) {
  return async (db: Db, config: Config, data: Data, letterId: number): Promise<Message | null> => {
    const user = await db.entities.findOne(StaffUser, { id: data.user ?? 0, is_active: true })
    const staffLetter = user && (await write({ ...config, db, user, letter: letterId }, data))
    if (!staffLetter) return null
    const { subject, paragraphs, ...content } = staffLetter
    const rendered = renderLetter({
      institution: config.institution,
      paragraphs: [`Hello ${user.name},`, ...paragraphs],
      ...content,
    })
    return { to: user.email, subject, ...rendered }
  }
}
