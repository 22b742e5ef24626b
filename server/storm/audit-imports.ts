import { sql } from 'kysely'
import { readManifest } from '../src/exchange/imports/manifest.ts'
import type { Db } from '../src/foundations/database/db.ts'
import type { Files } from '../src/foundations/files/files.ts'
import { buidAt, fileName, firstOfFile, lastNameOf, rowOfFile, rowsOfFile } from './load.ts'
import { isAcknowledged, type Operation } from './operations.ts'

type Batch = { file: string; status: string; error: string | null; rows: number | null; manifest: string | null }

/** What was imported is the file, row for row in its order, once; what was acknowledged has been imported. */
export async function unequalImports(db: Db, files: Files, operations: readonly Operation[]): Promise<string[]> {
  const { rows: batches } = await sql<Batch>`
    select file_name as file, status, error, (results->>'rows')::int as rows, manifest_key as manifest
    from contact_import_batches`.execute(db)
  const findings: string[] = []
  for (const operation of operations.filter(({ kind }) => kind === 'import-upload')) {
    const nth = Number(operation.tries[0]!.facts!.file)
    const name = fileName(nth)
    const mine = batches.filter(({ file }) => file === name)
    const completed = mine.filter(({ status }) => status === 'completed')
    for (const { status, error } of mine)
      if (status === 'failed' || status === 'cancelled') findings.push(`import: ${name} ${status}: ${error}`)
    if (completed.length > 1) findings.push(`import: ${name} was imported ${completed.length} times`)
    if (isAcknowledged(operation) && mine.length === 0)
      findings.push(`import: ${name} was taken, and no import knows of it`)
    const isStarted = operations.some((one) => one.kind === 'import-commit' && one.key === name && isAcknowledged(one))
    if (isStarted && completed.length === 0) findings.push(`import: ${name} was to be imported, and was not`)
    const { found, wrong } = await rowsOnFile(db, nth)
    if (completed.length > 0 && (found !== rowsOfFile || wrong > 0 || completed[0]!.rows !== rowsOfFile))
      findings.push(
        `import: ${name} has ${rowsOfFile} rows, tells of ${completed[0]!.rows}, and ${found} are on file, ${wrong} of them otherwise`,
      )
    if (!mine.some(({ status }) => status === 'completed' || status === 'failed') && found > 0)
      findings.push(`import: ${name} was never imported and ${found} rows are on file`)
    for (const { manifest } of completed) {
      const line = await firstUnlikeTheFile(files, manifest!, nth)
      if (line) findings.push(`import: ${name} is shown otherwise than it is from line ${line}`)
    }
  }
  return findings
}

async function rowsOnFile(db: Db, nth: number): Promise<{ wrong: number; found: number }> {
  const { rows } = await sql<{ wrong: number; found: number }>`
    select count(*)::int as found, count(*) filter (where city is distinct from
      'Town ' || (substr(buid, 2)::int - ${firstOfFile(nth)}::int))::int as wrong
    from alumni where last_name = ${lastNameOf(nth)} and buid >= ${buidAt(firstOfFile(nth))}
      and buid < ${buidAt(firstOfFile(nth + 1))}`.execute(db)
  return rows[0]!
}

/** Its line in a spreadsheet; undefined: the results are the file. */
async function firstUnlikeTheFile(files: Files, manifest: string, nth: number): Promise<number | undefined> {
  let row = 0
  for await (const { rows } of readManifest(files, manifest, 0, 500))
    for (const { values } of rows) {
      if (values.join() !== rowOfFile(nth, row)) return row + 2
      row += 1
    }
  return row === rowsOfFile ? undefined : row + 2
}
