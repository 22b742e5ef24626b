import { parseCommandLine } from '../foundations/process/command-line.ts'
import { readProcessConfig } from '../foundations/process/process-config.ts'
import { databaseUrls } from '../foundations/database/database.ts'
import { normalizeAddress } from '../foundations/protection/index.ts'
import { requestLift } from '../operations/index.ts'
import { openDb } from '../schema.ts'

const usage = `npm run unban -- ADDRESS
Unlocks a network address that exceeded the limits too often (for IPv6 its whole /64). Every server does so within ten
seconds, and its counts start from zero.`
const { address } = parseCommandLine(usage, { allowPositionals: true }, ({ positionals: [first = '', ...more] }) => {
  const address = normalizeAddress(first.trim().replace(/\/64$/, ''))
  if (address === 'unknown' || more.length > 0) throw new Error('Name one network address, such as 192.0.2.1')
  return { address }
})

const db = await openDb((await databaseUrls(readProcessConfig())).app, { max: 1, statementTimeoutMs: 20_000 })
try {
  await requestLift(db, null, address)
  console.log(`${address} is unlocked within ten seconds, if it was locked out.`)
} finally {
  await db.destroy()
}
