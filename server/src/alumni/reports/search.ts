import type { Db } from '../../foundations/database/db.ts'
import { findLookAlikes } from './look-alikes.ts'
import { searchOnce } from './report.ts'
import { findUnknownEmployers } from './unknown-employers.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'search-for-reports': Record<string, never>
  }
}

/** The reports whose rows are searched for beforehand: comparing everyone with everyone takes seconds. */
export const searches = { look_alikes: findLookAlikes, unknown_employers: findUnknownEmployers } as const

/** Looks anew for what these reports show. */
export async function searchForReports(db: Db): Promise<void> {
  for (const [report, search] of Object.entries(searches)) await searchOnce(db, report as keyof typeof searches, search)
}
