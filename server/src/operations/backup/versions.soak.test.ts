import { describe, expect, test } from 'vitest'
import { buildBackupStory, noPostgresTools } from '../../../testing/backup-story.ts'
import { noPostgres, startOlderPostgres } from '../../../testing/older-postgres.ts'
import { fetchedTools } from '../../../testing/fetched-tools.ts'
import { loadDemoData } from '../../../demo/load-demo-data.ts'
import { migrate } from '../../schema.ts'

describe.each([15, 16] as const)('the office moves from PostgreSQL %i to 18 with a backup', async (version) => {
  const reason = noPostgres(version) ?? noPostgresTools
  test.skipIf(reason)(`every table is unchanged ${reason ?? ''}`, async () => {
    const old = await startOlderPostgres(version)
    await migrate(old.owner)
    const { backUp, restore, context, db } = await buildBackupStory({}, old)
    await loadDemoData(old.owner, { alumni: 400, engagements: 2000, seed: 1, files: context.files })
    const alumni = db.selectFrom('alumni').selectAll().orderBy('id')
    const before = await alumni.execute()
    expect(before.length).toBeGreaterThan(399)
    for (const PG_BIN of [old.bin, fetchedTools.postgresql[18]]) {
      const { id } = await backUp({ PG_BIN })
      const { db: restored, manifest } = await restore(id)
      expect([Number.parseInt(manifest.postgres, 10), Number.parseInt(manifest.pg_dump, 10)]).toEqual([
        version,
        PG_BIN === old.bin ? version : 18,
      ])
      expect(await restored.selectFrom('alumni').selectAll().orderBy('id').execute()).toEqual(before)
    }
  })
})
