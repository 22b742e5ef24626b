import { configOfProcess } from './config.ts'
import { databaseUrls } from './database/database.ts'
import { migrate } from './schema.ts'

const { owner } = await databaseUrls(configOfProcess())
const ran = await migrate(owner)
console.log(ran.length > 0 ? `Migrated: ${ran.join(', ')}` : 'The database is up to date.')
