import pg from 'pg'
import { PeopleIndex } from '../src/alumni/people-index/index.ts'
import { batchSearch } from '../src/alumni/batch-search/batch-search.ts'
import { openDb } from '../src/schema.ts'
import type { DemoDatabase } from './demo-database.ts'
import { beside, boundLine, median, ratioLine, timed } from './report.ts'

const lines = 5000

/** Measures searches for 5,000 lines, and the cost of maintaining the addresses on writes. */
export async function benchBatchSearch(
  { app, owner }: Pick<DemoDatabase, 'app' | 'owner'>,
  runs: number,
): Promise<void> {
  const db = await openDb(app, { max: 2, statementTimeoutMs: 0 })
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  const index = new PeopleIndex({ databaseUrl: app }, console.error)
  await index.catchUp()
  const some = async <Row>(columns: string, where = 'true') =>
    (
      await client.query<Row & pg.QueryResultRow>(
        `select ${columns} from alumni where ${where} order by md5(id::text) limit ${lines}`,
      )
    ).rows
  const ids = (await some<{ id: string }>('id')).map(({ id }) => id)
  const addresses = (
    await some<{ email: string }>(
      'coalesce(primary_email, work_email, school_email) as email',
      'coalesce(primary_email, work_email, school_email) is not null',
    )
  ).map(({ email }) => email)
  const names = (
    await some<{ name: string }>(
      "coalesce(preferred_name, first_name) || ' ' || last_name as name",
      'last_name is not null and first_name is not null',
    )
  ).map(({ name }) => name)
  const unknown = names.map((name) => `Q${name}x Z`)

  const byKey = () =>
    timed(() => client.query('select a.* from unnest($1::bigint[]) id join alumni a using (id)', [ids]))
  const byAddress = () =>
    timed(() =>
      client.query(
        'select a.* from unnest($1::text[]) address join alumni_emails on email = lower(btrim(address)) join alumni a on a.id = alumnus_id',
        [addresses],
      ),
    )
  await byKey()
  await byAddress()
  console.log(ratioLine('5,000 e-mail addresses', await beside(runs * 3, byAddress, byKey), '5,000 primary keys', 2.5))

  const whole = async (asked: string[]) => {
    const times: number[] = []
    for (let run = 0; run < runs; run++) times.push(await timed(() => batchSearch(db, index, asked)))
    return median(times)
  }
  console.log(boundLine('whole reply, 5,000 addresses', await whole(addresses), 1000, 'ms'))
  console.log(boundLine('whole reply, 5,000 names', await whole(names), 1000, 'ms'))
  console.log(boundLine('whole reply, 5,000 unknown names', await whole(unknown), 1000, 'ms'))
  await benchWriters(client, runs)
  await index.close()
  await client.end()
  await db.destroy()
}

async function benchWriters(client: pg.Client, runs: number): Promise<void> {
  const chunk = (write: string, triggers: 'enable' | 'disable') => async () => {
    await client.query('begin')
    for (const statement of ['insert', 'update', 'delete'])
      await client.query(`alter table alumni ${triggers} trigger alumni_emails_${statement}`)
    const ms = await timed(() => client.query(write))
    await client.query('rollback')
    return ms
  }
  const statements = {
    'insert 500':
      "insert into alumni (buid, first_name, last_name, primary_email, work_email) select 'B9' || lpad(n::text, 7, '0'), 'Ann', 'Lee', n || '@a.example', n || '@b.example' from generate_series(1, 500) n",
    'change 500 places': 'update alumni set city = city || 1 where id <= 500',
    'change 500 addresses': "update alumni set primary_email = 'x' || primary_email where id <= 500",
  }
  for (const [name, write] of Object.entries(statements))
    console.log(
      ratioLine(
        `${name}, addresses kept`,
        await beside(runs * 10, chunk(write, 'enable'), chunk(write, 'disable')),
        'not kept',
        1.5,
      ),
    )
}
