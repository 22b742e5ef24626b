import { giftColumns, giftRowReasons } from '@alumni/shared/exchange/giving'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'
import { findPreview } from './find-preview.ts'

const rowsAtOnce = 10_000

export const issueHeader = ['row', giftColumns.crm_id, giftColumns.gift_date, 'reason'] as const

/** The rows that are not imported, each with its reason, in the order of the file; without `asked` those of this person's newest file. Throws `HttpError` 404. */
export async function issuesOf(
  db: Db,
  asked: number | undefined,
  by: StaffUser,
): Promise<{ id: number; rows: AsyncGenerator<(string | number)[][]> }> {
  const { id, links } = await findPreview(db, asked, by)
  if (!links.issues) throw new HttpError(404, 'The lines of this import are no longer kept.')
  return { id, rows: readIssues(db, id) }
}

async function* readIssues(db: Db, id: number): AsyncGenerator<(string | number)[][]> {
  for (let line = 0; ;) {
    const rows = await db
      .selectFrom('giving_import_rows')
      .select(['line', 'crm_id', 'gift_date', 'problem', 'outcome'])
      .where('import_id', '=', id)
      .where('line', '>', line)
      .where('outcome', 'in', Object.keys(giftRowReasons))
      .orderBy('line')
      .limit(rowsAtOnce)
      .execute()
    yield rows.map((row) => [row.line, row.crm_id ?? '', row.gift_date ?? '', reasonOf(row)])
    if (rows.length < rowsAtOnce) return
    line = rows.at(-1)!.line
  }
}

type Issue = { crm_id: string | null; problem: string | null; outcome: string | null }

function reasonOf({ crm_id, problem, outcome }: Issue): string {
  if (problem !== null) return problem
  const reason = giftRowReasons[outcome as keyof typeof giftRowReasons]
  return outcome === 'unmatched' && crm_id === null
    ? `${reason}: it is blank, or not a CRM id of 15 or 18 characters`
    : reason
}
