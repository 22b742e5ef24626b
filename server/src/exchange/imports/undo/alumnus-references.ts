import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'

type BlockingTable = { one: string; many: string; byId?: true }

/** An undo keeps alumni who have rows in these tables, except `ignored` ones. A test fails if a table is missing. */
export const alumnusReferences = {
  educations: { one: 'education', many: 'educations' },
  employments: { one: 'employment record', many: 'employment records' },
  alumni_affinities: { one: 'affinity', many: 'affinities' },
  engagements: { one: 'engagement', many: 'engagements' },
  crm_data_changes: { one: 'change for the CRM', many: 'changes for the CRM' },
  crm_conflicts: { one: 'CRM conflict', many: 'CRM conflicts' },
  champion_signups: { one: 'champion signup', many: 'champion signups' },
  asks: { one: 'ask', many: 'asks' },
  signup_notes: { one: 'note', many: 'notes' },
  list_letter_recipients: { one: 'letter', many: 'letters', byId: true },
  alumni_emails: { ignored: 'derived from alumni by its triggers' },
  alumni_changes: { ignored: 'the change log of the search, written by triggers' },
  look_alike_dismissals: { ignored: 'what staff said of two people stands when their import is repeated' },
  record_changes: { ignored: 'the history outlives its records' },
} as const satisfies Record<string, BlockingTable | { ignored: string }>

const blockingTables = Object.entries(alumnusReferences).flatMap(([table, rule]) =>
  'ignored' in rule ? [] : [{ table, ...rule }],
)

const reference = z.object({ buid: z.string(), table_name: z.string(), count: z.number() })

/** Maps BUIDs to the records that keep an alumnus from being removed, such as `2 educations and 1 affinity`. */
export async function describeReferences(db: Db, buids: readonly string[]): Promise<Map<string, string>> {
  if (buids.length === 0) return new Map()
  const counts = blockingTables.map(
    ({ table, ...rule }) =>
      sql`
        select alumni.buid, ${sql.lit(table)} as table_name, count(*) as count
        from ${sql.table(table)} reference
        join alumni on ${'byId' in rule ? sql`alumni.id = reference.alumnus_id` : sql`alumni.buid = reference.buid`}
        where alumni.buid = any(${buids}::text[])
        group by alumni.buid`,
  )
  const rows = await selectRaw(db, reference)`${sql.join(counts, sql` union all `)}`
  const byBuid = Map.groupBy(rows, ({ buid }) => buid)
  return new Map([...byBuid].map(([buid, counted]) => [buid, formatCounts(counted)]))
}

function formatCounts(counted: z.infer<typeof reference>[]): string {
  const parts = blockingTables.flatMap(({ table, one, many }) => {
    const count = counted.find(({ table_name }) => table_name === table)?.count ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`
}
