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
      if (name && !(await isKnown(db, name))) await files.remove(key)
    }
  })
}

async function forgetUnused(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('photos')
    .where('created_at', '<', before.toISOString())
    .where(({ and, not, exists, selectFrom }) =>
      and(
        tables.map((table) =>
          not(
            exists(
              selectFrom(table)
                .select('id')
                .where(({ or, eb, ref }) =>
                  or([
                    eb('photo', '=', ref('photos.name')),
                    sql<boolean>`position('/photos/' || photos.name in body) > 0`,
                  ]),
                ),
            ),
          ),
        ),
      ),
    )
    .execute()
}

async function isKnown(db: Db, name: string): Promise<boolean> {
  return Boolean(await db.find('photos', ['name'], { name }))
}
