import { sql } from 'kysely'
import type { Db } from '../src/foundations/database/db.ts'
import { send } from './client.ts'

/** A server that can be searched, by whom. */
export type Searching = { name: string; port: number; cookie: string }

/** What each server's index finds is what SQL finds: everyone, the people of each import, the cities of those edited. */
export async function staleIndexes(db: Db, servers: readonly Searching[]): Promise<string[]> {
  const { rows: names } = await sql<{ q: string; count: number }>`
    select '' as q, count(*)::int as count from alumni
    union all select last_name, count(*)::int from alumni where last_name like 'Imported%' group by 1`.execute(db)
  const { rows: cities } = await sql<{ q: string; city: string | null }>`
    select buid as q, city from alumni where city <> 'Boston' and buid < 'B1'`.execute(db)
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
    for (const { q, count } of names) {
      const { matching } = await search(server, q)
      if (matching !== count) findings.push(`index: ${server.name} finds ${matching} of ${count} for “${q}”`)
    }
    for (const { q, city } of cities) {
      const found = (await search(server, q)).alumni[0]?.city
      if (found !== city) findings.push(`index: ${server.name} finds ${q} in ${found}, not ${city}`)
    }
  }
  return findings
}

async function search({ port, cookie }: Searching, q: string) {
  const { body } = await send(port, { path: `/alumni_search?q=${encodeURIComponent(q)}`, headers: { cookie } })
  return JSON.parse(body) as { matching?: number; alumni: { city: string | null }[] }
}
