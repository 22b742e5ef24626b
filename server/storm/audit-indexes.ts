import { sql } from 'kysely'
import type { Db } from '../src/foundations/database/db.ts'
import { send } from './client.ts'

export type Searching = { name: string; port: number; cookie: string }

/** Compares each server's index with SQL: all people, the people of each import and batch, and edited cities. */
export async function staleIndexes(db: Db, servers: readonly Searching[]): Promise<string[]> {
  const { rows: counts } = await sql<{ asked: string; count: number }>`
    select '' as asked, count(*)::int as count from alumni
    union all select 'q=' || last_name, count(*)::int from alumni where last_name like 'Imported%' group by 1
    union all select 'event=' || description, count(distinct buid)::int from engagements group by 1`.execute(db)
  const { rows: cities } = await sql<{ asked: string; city: string | null }>`
    select 'q=' || buid as asked, city from alumni where city <> 'Boston' and buid < 'B1'`.execute(db)
  const findings: string[] = []
  for (const server of servers) {
    const isThere = await search(server, '').then(
      () => true,
      () => false,
    )
    if (!isThere) {
      findings.push(`index: ${server.name} does not answer`)
      continue
    }
    for (const { asked, count } of counts) {
      const { matching } = await search(server, asked)
      if (matching !== count) findings.push(`index: ${server.name} finds ${matching} of ${count} for “${asked}”`)
    }
    for (const { asked, city } of cities) {
      const found = (await search(server, asked)).alumni[0]?.city
      if (found !== city) findings.push(`index: ${server.name} finds “${asked}” in ${found}, not ${city}`)
    }
  }
  return findings
}

async function search({ port, cookie }: Searching, asked: string) {
  const { body } = await send(port, { path: `/alumni_search?${encodeURI(asked)}`, headers: { cookie } })
  return JSON.parse(body) as { matching?: number; alumni: { city: string | null }[] }
}
