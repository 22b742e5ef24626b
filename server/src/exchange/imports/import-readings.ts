import type { Db } from '../../foundations/database/db.ts'
import type { Readings } from '../../foundations/monitoring/metrics.ts'
import { importStatuses } from '@alumni/shared/exchange/import-states'
import { batchTables } from './import-batch.ts'

/** Counts the imports in each state. */
export async function importReadings(db: Db): Promise<Readings> {
  const counts: Record<string, number> = Object.fromEntries(importStatuses.map((status) => [status, 0]))
  for (const table of new Set(Object.values(batchTables))) {
    const rows = await db
      .selectFrom(table)
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute()
    for (const { status, count } of rows) counts[status]! += count
  }
  return { alumni_imports: counts }
}
