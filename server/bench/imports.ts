import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Papa from 'papaparse'
import pg from 'pg'
import type { ImportRowsQuery } from '@alumni/shared/exchange/imports'
import { rowsPerPage } from '@alumni/shared/page'
import { createDatabase, dropDatabase, startCluster, type Cluster } from '../src/foundations/database/embedded.ts'
import { withClient } from '../src/foundations/database/with-client.ts'
import { openDb, migrate } from '../src/schema.ts'
import { loadDemoData } from '../demo/load-demo-data.ts'
import { writeCrmFile } from '../demo/write-crm-file.ts'
import { createFiles } from '../src/foundations/files/files.ts'
import { readBatchRows } from '../src/exchange/imports/review/batch-rows.ts'
import { ContactImportBatch } from '../src/exchange/imports/import-batch.ts'
import { inspectFile, readBeginning } from '../src/exchange/imports/upload/inspect-file.ts'
import { readCsv } from '../src/exchange/imports/read-csv.ts'
import { workerFlags } from '../testing/worker-flags.ts'
import type { Measurement } from './import-process.ts'
import { copyFile, stageFile, upsertStaged } from './import-limits.ts'
import { beside, boundLine, median, ratioLine, timed } from './report.ts'

type Size = { alumni: number; rows: number; runs: number }

/** Measures reading, scanning and committing a contacts file (10% new, 14% changed, 1% bad), each against its limit. */
export async function benchImports({ alumni, rows, runs }: Size): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-bench-'))
  await chmod(folder, 0o711) // PostgreSQL may run as another account
  const cluster = await startCluster(join(folder, 'database'), { shared_buffers: '512MB', max_wal_size: '4GB' })
  try {
    const bench = await prepare(cluster, folder, { alumni, rows, runs })
    await measureScan(bench)
    await measureReview(bench)
    await measureCommit(bench)
    await measureUndo(bench)
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** `copyable` is the file without the rows that make COPY fail. */
type Bench = {
  cluster: Cluster
  folder: string
  file: string
  copyable: string
  header: string[]
  rows: number
  runs: number
  peakMb: number
}

async function prepare(cluster: Cluster, folder: string, { alumni, rows, runs }: Size): Promise<Bench> {
  const owner = cluster.url('alumni_owner', 'base')
  const file = join(folder, 'contacts.csv')
  await createDatabase(cluster, 'base')
  await migrate(owner)
  const made = await timed(async () => {
    await loadDemoData(owner, { alumni, engagements: 0 })
    await writeCrmFile(owner, { type: 'contacts', rows, new: 10, changed: 14, bad: 1, extraColumns: 7 }, file)
  })
  await (
    await createFiles({ DATA_DIR: folder, STORAGE_URL: undefined })
  ).write('imports/bench.csv', createReadStream(file))
  await query(owner, "insert into staff_users (email, name, role) values ('ada@example.edu', 'Ada', 'admin')")
  const { header } = await inspected(file)
  console.log(
    `${alumni.toLocaleString('en')} alumni; a contacts file of ${rows.toLocaleString('en')} rows × ${header.length} columns, ${((await stat(file)).size / 1e6).toFixed(0)} MB (made in ${(made / 1000).toFixed(0)} s); median of ${runs}\n`,
  )
  const copyable = join(folder, 'copyable.csv')
  await pipeline(Readable.from(copyableLines(file, header)), createWriteStream(copyable))
  return { cluster, folder, file, copyable, header, rows, runs, peakMb: 0 }
}

async function* copyableLines(file: string, header: string[]): AsyncGenerator<string> {
  const { header: _, ...format } = await inspected(file)
  for await (const records of readCsv(createReadStream(file), format, 500)) {
    const rows = records
      .filter(({ cells, problem }) => !problem && cells.length <= header.length)
      .map(({ cells }) => [...cells, ...new Array<string>(header.length - cells.length).fill('')])
    yield `${Papa.unparse(rows, { newline: '\n' })}\n`
  }
}

async function measureScan(bench: Bench): Promise<void> {
  const { cluster, file, copyable, header, runs } = bench
  const client = await connect(cluster.url('alumni_owner', 'base'))
  const copy = () => timed(() => copyFile(client, copyable, header))
  console.log(
    ratioLine('read the file as CSV', await beside(runs, () => timed(() => readAll(file)), copy), 'COPY of it', 4),
  )
  const scan = async () => (await run(bench, 'base', 'scan', await newBatch(bench, 'base'))).ms
  console.log(ratioLine('scan', await beside(runs, scan, copy), 'COPY of it', 4))
  console.log(boundLine('peak memory of the scan', bench.peakMb, 256, 'MB'))
  await client.end()
}

async function measureReview({ cluster, folder, runs }: Bench): Promise<void> {
  const db = await openDb(cluster.url('alumni_login', 'base'), { max: 2, statementTimeoutMs: 0 })
  const files = await createFiles({ DATA_DIR: folder, STORAGE_URL: undefined })
  const [batch] = await db.entities.find(ContactImportBatch, { status: 'review' })
  const page = async (query: ImportRowsQuery) => {
    const times: number[] = []
    for (let run = 0; run < runs; run++) times.push(await timed(() => readBatchRows(db, files, batch!, query)))
    return median(times)
  }
  const last = Math.ceil(batch!.counts!.rows / rowsPerPage)
  const cuts = [
    await page({ page: 1 }),
    await page({ page: last }),
    await page({ outcome: 'changed', page: 7 }),
    await page({ outcome: 'skipped', page: 2 }),
  ]
  const searches = [
    await page({ q: 'smith', page: 1 }),
    await page({ q: 'nobody is called that', page: 1 }),
    await page({ q: 'example.org', outcome: 'changed', page: 3 }),
  ]
  console.log(boundLine('a page of the review', Math.max(...cuts), 300, 'ms'))
  console.log(boundLine('a search in the review', Math.max(...searches), 300, 'ms'))
  await db.destroy()
}

async function measureCommit(bench: Bench): Promise<void> {
  const { cluster, copyable, header, runs } = bench
  await run(bench, 'base', 'scan', await newBatch(bench, 'base'))
  bench.peakMb = 0
  const counts: number[] = []
  const limit = () =>
    onCopy(cluster, async (database) => {
      const client = await connect(cluster.url('alumni_owner', database))
      await stageFile(client, copyable, header)
      const ms = await timed(async () => counts.push(await upsertStaged(client)))
      await client.end()
      return ms
    })
  const commit = () =>
    onCopy(cluster, async (database) => {
      const { ms, counts: results } = await run(bench, database, 'apply', await latestBatch(cluster, database))
      counts.push(results.new + results.changed)
      return ms
    })
  const measured = await beside(runs, commit, limit)
  console.log(ratioLine('commit', measured, 'one staged upsert', 1.5))
  console.log(boundLine('peak memory of the commit', bench.peakMb, 256, 'MB'))
  console.log(`     records written by limit and commit in turn: ${counts.join(', ')}`)
}

/** Undoes an import that wrote every row (30% new, 70% changed), compared with that import. */
async function measureUndo(bench: Bench): Promise<void> {
  const { cluster, folder, rows, runs } = bench
  const file = join(folder, 'all-written.csv')
  await writeCrmFile(
    cluster.url('alumni_owner', 'base'),
    { type: 'contacts', rows, new: 30, changed: 70, bad: 0 },
    file,
  )
  await (
    await createFiles({ DATA_DIR: folder, STORAGE_URL: undefined })
  ).write('imports/bench.csv', createReadStream(file))
  const times = { scan: [] as [undo: number, own: number][], commit: [] as [undo: number, own: number][] }
  let peakMb = 0
  for (let round = 0; round < runs; round++)
    await onCopy(cluster, async (database) => {
      const scan = await run(bench, database, 'scan', await newBatch({ ...bench, file }, database))
      const id = await latestBatch(cluster, database)
      const commit = await run(bench, database, 'apply', id)
      await query(cluster.url('postgres', database), 'vacuum (analyze) alumni, record_changes')
      const undo = await newUndo(cluster, database, id)
      bench.peakMb = 0
      times.scan.push([(await run(bench, database, 'scan', undo)).ms, scan.ms])
      times.commit.push([(await run(bench, database, 'apply', undo)).ms, commit.ms])
      peakMb = Math.max(peakMb, bench.peakMb)
    })
  for (const [job, pairs] of Object.entries(times)) {
    const middle = { work: median(pairs.map(([undo]) => undo)), limit: median(pairs.map(([, own]) => own)) }
    console.log(ratioLine(`${job} of the undo of ${rows} records`, middle, `the import's`, 1))
  }
  console.log(boundLine('peak memory of the undo', peakMb, 256, 'MB'))
}

async function newUndo(cluster: Cluster, database: string, id: number): Promise<number> {
  await query(
    cluster.url('alumni_owner', database),
    `insert into contact_import_batches (type, status, imported_by_id, file_name, file_size, file_key, encoding, undoes_id)
     values ('contacts', 'scanning', 1, 'contacts.csv', 0, '', 'utf-8', ${id})`,
  )
  return latestBatch(cluster, database)
}

async function readAll(file: string): Promise<void> {
  const { header: _, ...format } = await inspected(file)
  for await (const records of readCsv(createReadStream(file), format, 500)) void records
}

export async function run(
  bench: Pick<Bench, 'cluster' | 'folder' | 'peakMb'>,
  database: string,
  job: 'scan' | 'apply',
  id: number,
): Promise<Measurement> {
  const script = fileURLToPath(new URL('import-process.ts', import.meta.url))
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: bench.folder,
    DATABASE_URL: bench.cluster.url('alumni_login', database),
  }
  const { stdout } = await promisify(execFile)(process.execPath, [...workerFlags, script, job, String(id)], { env })
  const measured = JSON.parse(stdout) as Measurement
  if (measured.error) throw new Error(measured.error)
  bench.peakMb = Math.max(bench.peakMb, measured.peakMb)
  return measured
}

/** Each run starts with a copy of the prepared database. */
async function onCopy<T>(cluster: Cluster, work: (database: string) => Promise<T>): Promise<T> {
  await dropDatabase(cluster, 'copy')
  await query(cluster.url('alumni_owner', 'postgres'), 'create database copy template base')
  await query(cluster.url('postgres', 'copy'), 'checkpoint')
  await query(cluster.url('alumni_owner', 'copy'), 'vacuum (analyze) alumni')
  return work('copy')
}

export async function newBatch({ cluster, file }: Pick<Bench, 'cluster' | 'file'>, database: string): Promise<number> {
  const { size } = await stat(file)
  await query(
    cluster.url('alumni_owner', database),
    `
    update contact_import_batches set status = 'cancelled';
    insert into contact_import_batches (type, status, imported_by_id, file_name, file_size, file_key, encoding)
    values ('contacts', 'scanning', 1, 'contacts.csv', ${size}, 'imports/bench.csv', 'utf-8')`,
  )
  return latestBatch(cluster, database)
}

async function latestBatch(cluster: Cluster, database: string): Promise<number> {
  const [row] = await query<{ id: string }>(
    cluster.url('alumni_owner', database),
    'select max(id) as id from contact_import_batches',
  )
  return Number(row!.id)
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined) // the cluster stops first if a measurement fails
  await client.connect()
  return client
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(statement)).rows)
}

async function inspected(file: string) {
  return inspectFile(await readBeginning(createReadStream(file)[Symbol.asyncIterator]() as AsyncIterator<Buffer>))
}
