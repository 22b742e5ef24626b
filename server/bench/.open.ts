import { writeFileSync } from 'node:fs'
import { withDemoDatabase } from './demo-database.ts'
await withDemoDatabase({ alumni: 300_000, engagements: 600_000 }, async (d) => {
  writeFileSync('/tmp/demo300.json', JSON.stringify({ app: d.app, owner: d.owner, folder: d.folder }))
  await new Promise((r) => process.once('SIGTERM', r))
})
