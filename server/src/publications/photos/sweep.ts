import { sql } from 'kysely'
import { subDays } from 'date-fns/subDays'
import type { Db } from '../../foundations/database/db.ts'
import type { Files } from '../../foundations/files/files.ts'
import { sweepFiles } from '../../foundations/files/sweep-lock.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'sweep-photos': Record<string, never>
  }
}

/** Someone may still be writing what a photo was uploaded for. */
const unusedDays = 7
const tables = ['communities', 'news_items', 'events', 'opportunities', 'list_letters'] as const

/**
 * Removes photos that nothing has shown for a week since they were uploaded, neither beside a text nor in it, and files
 * that no photo knows.
 */
export async function sweepPhotos({ db, files }: { db: Db; files: Files }): Promise<void> {
  const before = subDays(new Date(), unusedDays)
  await forgetUnused(db, before)
  await sweepFiles(db, async () => {
    for await (const key of files.list(before)) {
      const [, name] = /^photos\/([0-9a-f]{32}-\d+x\d+)-\d+\.\w+$/.exec(key) ?? []
      if (name && !(await db.find('photos', ['name'], { name }))) await files.remove(key)
    }
  })
}

async function forgetUnused(db: Db, before: Date): Promise<void> {
  let unused = db.deleteFrom('photos').where('created_at', '<', before.toISOString())
  for (const table of tables)
    unused = unused.where(
      sql<boolean>`not exists (select from ${sql.table(table)} t
        where t.photo = photos.name or position('/photos/' || photos.name in t.body) > 0)`,
    )
  await unused.execute()
}
