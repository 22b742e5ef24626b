import { parseArgs } from 'node:util'
import { z } from 'zod'
import { configOfProcess } from '../config.ts'
import { databaseUrls } from '../database/database.ts'
import { connectOrm } from '../schema.ts'
import { createAdmin } from './create-admin.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } })
const email = z.email().max(320).safeParse(positionals[0]?.trim())
if (!email.success || positionals.length !== 1) {
  console.error('Usage: npm run create-admin -- EMAIL [--name NAME]')
  process.exit(1)
}

const config = configOfProcess()
const orm = await connectOrm((await databaseUrls(config)).app, { max: 1, statementTimeoutMs: 20_000 })
try {
  const { link, isNew } = await createAdmin(orm.em.fork(), config, email.data, values.name?.trim())
  console.log(
    `${isNew ? 'The administrator is created' : 'This person is an administrator now'}. The link works once and for one hour:\n${link}`,
  )
} catch (error) {
  if ((error as { code?: string }).code !== '42P01') throw error
  console.error('The database has no tables yet. Run `npm run migrate` first.')
  process.exitCode = 1
} finally {
  await orm.close()
}
