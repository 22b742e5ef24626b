import type { Config } from '../../server/src/foundations/process/config.ts'
import { createFiles } from '../../server/src/foundations/files/files.ts'
import { openDb } from '../../server/src/schema.ts'
import type { DatabaseUrls } from '../../server/src/foundations/database/database.ts'
import { DatabaseNotEmpty, loadDemoData } from '../../server/demo/load-demo-data.ts'
import { ensureDemoStaff } from '../../server/demo/demo-staff.ts'
import { followDemoSearch } from '../../server/demo/followed-search.ts'
import type { StartOptions } from './start-options.ts'

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Demo alumni in an empty database, and the three demo staff with `password`. */
export async function ensurePeople(
  config: Config,
  urls: DatabaseUrls,
  password: string,
  { alumni, isAlumniAsked }: StartOptions,
  step: Step,
  say: (sentence: string) => void,
): Promise<void> {
  let isNew = alumni > 0
  if (isNew) {
    const files = await createFiles(config)
    await step(`${alumni.toLocaleString('en-US')} demo alumni loaded`, () =>
      loadDemoData(urls.owner, { alumni, files }),
    ).catch((error: unknown) => {
      if (!(error instanceof DatabaseNotEmpty)) throw error
      isNew = false
      if (isAlumniAsked) say('There is data already, so --alumni does nothing. Add --reset to begin anew.')
    })
  }
  const db = await openDb(urls.app, { max: 1, statementTimeoutMs: 20_000 })
  await ensureDemoStaff(db, password)
    .then(() => (isNew ? followDemoSearch(db, config.INSTITUTION_TIME_ZONE) : undefined))
    .finally(() => db.destroy())
}
