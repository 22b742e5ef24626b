import { z } from 'zod'
import { parseCommandLine } from '../foundations/process/command-line.ts'
import { readProcessConfig } from '../foundations/process/process-config.ts'
import { databaseUrls } from '../foundations/database/database.ts'
import { openDb } from '../schema.ts'
import { createAdmin } from '../staff/index.ts'

const usage = `npm run create-admin -- EMAIL [--name NAME]
Makes this person an administrator and prints a link, for one hour and one use, to choose a password.`
const { email, name } = parseCommandLine(
  usage,
  { allowPositionals: true, options: { name: { type: 'string' } } },
  ({ positionals: [first, ...more], values }) => {
    const address = z.email().max(320).safeParse(first?.trim())
    if (!address.success || more.length > 0) throw new Error('Name one e-mail address')
    return { email: address.data, name: values.name?.trim() }
  },
)

const config = readProcessConfig()
const db = await openDb((await databaseUrls(config)).app, { max: 1, statementTimeoutMs: 20_000 })
try {
  const { link, isNew } = await createAdmin(db, config, email, name)
  console.log(
    `${isNew ? 'The administrator was created' : 'This person is now an administrator'}. The link works once and for one hour:\n${link}`,
  )
} catch (error) {
  if ((error as { code?: string }).code !== '42P01') throw error
  console.error('The database has no tables yet. Run `npm run migrate` first.')
  process.exitCode = 1
} finally {
  await db.destroy()
}
