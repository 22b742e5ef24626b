import { sql } from 'kysely'
import { subDays } from 'date-fns/subDays'
import type { Db } from '../../foundations/database/db.ts'
import type { Files } from '../../foundations/files/files.ts'
import { sweepFiles } from '../../foundations/files/sweep-lock.ts'

/** A photo may look unused because the page it belongs to has not been saved yet. */
const unusedDays = 7
const tables = ['communities', 'news_items', 'events', 'opportunities', 'list_letters'] as const

/** Removes unused photos, and files without a photo, after a week. */
export async function sweepPhotos({ db, files }: { db: Db; files: Files }): Promise<void> {
  const before = subDays(new Date(), unusedDays)
  await removeUnused(db, before)
  await sweepFiles(db, async () => {
    for await (const key of files.list(before)) {
      const [, name] = /^photos\/([0-9a-f]{32}-\d+x\d+)-\d+\.\w+$/.exec(key) ?? []
      if (name && !(await db.find('photos', ['name'], { name }))) await files.remove(key)
    }
  })
}

async function removeUnused(db: Db, before: Date): Promise<void> {
  let unused = db.deleteFrom('photos').where('created_at', '<', before.toISOString())
  for (const table of tables)
    unused = unused.where(
      sql<boolean>`not exists (select from ${sql.table(table)} t
        where t.photo = photos.name or position('/photos/' || photos.name in t.body) > 0)`,
    )
  await unused.execute()
}
