import { foldEmail } from '@alumni/shared/email-address'
import { z } from 'zod'
import { parseCommandLine } from '../foundations/process/command-line.ts'
import { readProcessConfig } from '../foundations/process/process-config.ts'
import { databaseUrls } from '../foundations/database/database.ts'
import { openDb } from '../schema.ts'
import { resetSecondFactor, StaffUser } from '../staff/index.ts'

const usage = `npm run reset-second-factor -- EMAIL
Removes this person's second factor: app, passkeys and backup codes. A letter tells them; they sign in with their password
alone until they set up a new one.`
const { email } = parseCommandLine(usage, { allowPositionals: true }, ({ positionals: [first, ...more] }) => {
  const address = z.email().max(320).safeParse(first?.trim())
  if (!address.success || more.length > 0) throw new Error('Name one e-mail address')
  return { email: foldEmail(address.data) }
})

const config = readProcessConfig()
const db = await openDb((await databaseUrls(config)).app, { max: 1, statementTimeoutMs: 20_000 })
try {
  const user = await db.entities.findOne(StaffUser, { email })
  if (user) {
    await resetSecondFactor(db, user)
    console.log(`${user.name} no longer has a second factor.`)
  } else {
    console.error('No user has this address.')
    process.exitCode = 1
  }
} finally {
  await db.destroy()
}
