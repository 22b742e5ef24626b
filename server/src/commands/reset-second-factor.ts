import { foldEmail } from '@alumni/shared/email-address'
import { z } from 'zod'
import { commandLine } from '../foundations/process/command-line.ts'
import { configOfProcess } from '../foundations/process/process-config.ts'
import { databaseUrls } from '../foundations/database/database.ts'
import { openDb } from '../schema.ts'
import { resetSecondFactor, StaffUser } from '../staff/index.ts'

const usage = `npm run reset-second-factor -- EMAIL
Takes the second factor of this person away: app, passkeys and backup codes. They are told by letter and sign in with their
password alone until they set up another one.`
const { email } = commandLine(usage, { allowPositionals: true }, ({ positionals: [first, ...more] }) => {
  const address = z.email().max(320).safeParse(first?.trim())
  if (!address.success || more.length > 0) throw new Error('Name one e-mail address')
  return { email: foldEmail(address.data) }
})

const config = configOfProcess()
const db = await openDb((await databaseUrls(config)).app, { max: 1, statementTimeoutMs: 20_000 })
try {
  const user = await db.entities.findOne(StaffUser, { email })
  if (user) {
    await resetSecondFactor(db, user)
    console.log(`${user.name} has no second factor any more.`)
  } else {
    console.error('Nobody on the staff has this address.')
    process.exitCode = 1
  }
} finally {
  await db.destroy()
}
