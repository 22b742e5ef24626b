import type pg from 'pg'
import { compareTags, releaseTag } from '@alumni/shared/operations/releases'
import { currentRelease } from './read-releases.ts'

/** Processes report twice a minute, so a process without a report for this long has stopped or hangs. */
export const reportTimeout = "interval '2 minutes'"

/** Describes the running processes of older releases, for which deferred migrations must wait. */
export async function listOlderProcesses(owner: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows: tables } = await owner.query("select from pg_class where oid = to_regclass('process_reports')")
  if (tables.length === 0) return []
  const { tag } = await currentRelease()
  const { rows } = await owner.query<{ program: string; host: string; release: string }>(
    `select program, host, release from process_reports where reported_at > now() - ${reportTimeout} order by started_at`,
  )
  return rows
    .filter(({ release }) => releaseTag.test(release) && compareTags(release, tag) < 0)
    .map(({ program, host, release }) => `the ${program} ${release} on ${host}`)
}
