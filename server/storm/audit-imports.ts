import { sql } from 'kysely'
import { readManifest } from '../src/exchange/imports/manifest/manifest.ts'
import type { Db } from '../src/foundations/database/db.ts'
import type { Files } from '../src/foundations/files/files.ts'
import { buidAt, firstOfFile, lastNameOf, rowOfFile, rowsOfFile } from './load.ts'
import { isAcknowledged, type Operation } from './operations.ts'

type Batch = { file: string; status: string; error: string | null; rows: number | null; manifest: string | null }

/** Checks that imports equal their files, row by row, and that acknowledged imports took place once. */
export async function unequalImports(db: Db, files: Files, operations: readonly Operation[]): Promise<string[]> {
  const { rows: batches } = await sql<Batch>`
    select file_name as file, status, error, (results->>'rows')::int as rows, manifest_key as manifest
    from contact_import_batches`.execute(db)
  const findings: string[] = []
  for (const upload of operations.filter(({ kind }) => kind === 'import-upload')) {
    const commit = operations.find(({ kind, key }) => kind === 'import-commit' && key === upload.key)
    const mine = batches.filter(({ file }) => file === upload.key)
    findings.push(...brokenPromises(upload, commit, mine), ...(await unlikeTheFile(db, files, upload, mine)))
  }
  return findings
}

function brokenPromises(upload: Operation, commit: Operation | undefined, mine: readonly Batch[]): string[] {
  const completed = mine.filter(({ status }) => status === 'completed').length
  const found = mine
    .filter(({ status }) => status === 'failed' || status === 'cancelled')
    // After this error, the file is uploaded again.
    .filter(({ error }) => !error?.includes('no room left'))
    .map(({ status, error }) => `${status}: ${error}`)
  if (completed > 1) found.push(`was imported ${completed} times`)
  if (isAcknowledged(upload) && mine.length === 0) found.push('was taken, and no import knows of it')
  if (commit && isAcknowledged(commit) && completed === 0) found.push('was to be imported, and was not')
  return found.map((what) => `import: ${upload.key} ${what}`)
}

async function unlikeTheFile(db: Db, files: Files, upload: Operation, mine: readonly Batch[]): Promise<string[]> {
  const nth = Number(upload.tries[0]!.facts!.file)
  const completed = mine.find(({ status }) => status === 'completed')
  const { found, wrong } = await rowsOnFile(db, nth)
  if (!completed)
    return found > 0 && !mine.some(({ status }) => status === 'running' || status === 'failed')
      ? [`import: ${upload.key} was never imported and ${found} rows are on file`]
      : []
  const findings: string[] = []
  if (found !== rowsOfFile || wrong > 0 || completed.rows !== rowsOfFile)
    findings.push(
      `import: ${upload.key} has ${rowsOfFile} rows, tells of ${completed.rows}, and ${found} are on file, ${wrong} of them otherwise`,
    )
  const line = await firstUnlikeTheFile(files, completed.manifest!, nth)
  if (line) findings.push(`import: ${upload.key} is shown otherwise than it is from line ${line}`)
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

async function firstUnlikeTheFile(files: Files, manifest: string, nth: number): Promise<number | undefined> {
  let row = 0
  for await (const { rows } of readManifest(files, manifest, 0, 500))
    for (const { values } of rows) {
      if (values.join() !== rowOfFile(nth, row)) return row + 2
      row += 1
    }
  return row === rowsOfFile ? undefined : row + 2
}
