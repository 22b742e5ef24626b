import { subDays } from 'date-fns/subDays'
import { subHours } from 'date-fns/subHours'
import { sql } from 'kysely'
import { batchTables } from './import-batch.ts'
import { forgetKept } from './kept-records.ts'
import type { ImportContext } from './scan.ts'

const keptDays = 30

/** Removes uploads and manifests of batches that ended more than 30 days ago, and what killed writes left behind. */
export async function sweepImportFiles({ orm, files }: ImportContext): Promise<void> {
  const em = orm.em.fork()
  await files.removeUnfinished(subHours(new Date(), 24))
  for (const table of new Set(Object.values(batchTables))) {
    const { rows } = await sql<{ id: number; file_key: string; manifest_key: string | null }>`
      select id, file_key, manifest_key from ${sql.table(table)} where finished_at < ${subDays(new Date(), keptDays)} and file_key <> ''
    `.execute(em.getKysely())
    for (const { id, file_key, manifest_key } of rows) {
      const keys = manifest_key ? [file_key, manifest_key, `${manifest_key}.index`] : [file_key]
      for (const key of keys) await files.remove(key)
      if (table === batchTables.employment) await forgetKept(em, id)
      await sql`update ${sql.table(table)} set file_key = '', manifest_key = null where id = ${id}`.execute(
        em.getKysely(),
      )
    }
  }
  await sweepOrphans({ orm, files })
}

/** Files that no batch knows: an upload whose request died, the manifest of a scan that was done again. */
async function sweepOrphans({ orm, files }: ImportContext): Promise<void> {
  const em = orm.em.fork()
  for await (const key of files.list(subDays(new Date(), 2))) {
    if (!key.startsWith('imports/')) continue
    const known = key.replace(/\.index$/, '')
    const { rows } = await sql`
      ${sql.join(
        [...new Set(Object.values(batchTables))].map(
          (table) => sql`select from ${sql.table(table)} where file_key = ${known} or manifest_key = ${known}`,
        ),
        sql` union all `,
      )}
    `.execute(em.getKysely())
    if (rows.length === 0) await files.remove(key)
  }
}
