import { sql } from 'kysely'
import type { Db } from '../src/foundations/database/db.ts'
import { buidAt, fileName, firstOfFile, lastNameOf, rowsOfFile } from './load.ts'
import type { Operation } from './operations.ts'

/** What was imported is the file, row for row, once; no file was imported twice. */
export async function unequalImports(db: Db, operations: readonly Operation[]): Promise<string[]> {
  const { rows: batches } = await sql<{ file: string; status: string; error: string | null; rows: number | null }>`
    select file_name as file, status, error, (results->>'rows')::int as rows from contact_import_batches`.execute(db)
  const findings: string[] = []
  const files = operations
    .filter(({ kind }) => kind === 'import-look')
    .map(({ tries }) => Number(tries[0]!.facts!.file))
  for (const file of files) {
    const mine = batches.filter((batch) => batch.file === fileName(file))
    const completed = mine.filter(({ status }) => status === 'completed')
    for (const { status, error } of mine)
      if (status === 'failed' || status === 'cancelled') findings.push(`import: ${fileName(file)} ${status}: ${error}`)
    if (completed.length > 1) findings.push(`import: ${fileName(file)} was imported ${completed.length} times`)
    const { rows } = await sql<{ wrong: number; found: number }>`
      select count(*)::int as found, count(*) filter (where city is distinct from
        'Town ' || (substr(buid, 2)::int - ${firstOfFile(file)}::int))::int as wrong
      from alumni where last_name = ${lastNameOf(file)} and buid >= ${buidAt(firstOfFile(file))}
        and buid < ${buidAt(firstOfFile(file + 1))}`.execute(db)
    const { found, wrong } = rows[0]!
    if (completed.length > 0 && (found !== rowsOfFile || wrong > 0 || completed[0]!.rows !== rowsOfFile))
      findings.push(
        `import: ${fileName(file)} has ${rowsOfFile} rows, tells of ${completed[0]!.rows}, and ${found} are on file, ${wrong} of them otherwise`,
      )
    if (!mine.some(({ status }) => status === 'completed' || status === 'failed') && found > 0)
      findings.push(`import: ${fileName(file)} was never imported and ${found} rows are on file`)
  }
  return findings
}
