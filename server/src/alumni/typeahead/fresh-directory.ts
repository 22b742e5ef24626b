import { sql } from 'kysely'
import type { EntityManager, Orm } from '../../database/orm.ts'
import { prepared } from '../../database/prepared.ts'
import { FreshCopy } from '../fresh-copy.ts'
import { recentDegree } from '../recent-degree.ts'
import { stepsAhead } from '../steps-ahead.ts'
import { Directory, type Entry } from './directory.ts'

/** The names that the typeahead looks through. */
export class FreshDirectory extends FreshCopy<Directory> {
  constructor(orm: Orm) {
    super(orm, { tables: ['alumni', 'educations'], readAll, reread, slots: (directory) => directory })
  }
}

const perStep = 10_000

/** In the order of names, so that those who are near each other in a list are so in memory, too. */
async function readAll(em: EntityManager, signal: AbortSignal): Promise<Directory> {
  const directory = new Directory()
  await em.transactional(async (em) => {
    const db = em.getKysely()
    await sql
      .raw(
        `declare everyone cursor for ${entries} order by lower(a.last_name) collate "C", lower(a.first_name) collate "C", a.id`,
      )
      .execute(db)
    const next = async () => (await sql<Row>`fetch ${sql.lit(perStep)} from everyone`.execute(db)).rows
    for await (const rows of stepsAhead(signal, next)) {
      for (const row of rows) directory.put(entryOf(row))
      directory.list(directory.size / 8)
    }
  })
  directory.list(0)
  return directory
}

async function reread(em: EntityManager, directory: Directory, buids: string[]): Promise<void> {
  const rows = await prepared<Row>(em, `${entries} where a.buid = any ($1)`, [buids])
  const present = new Set(rows.map(({ buid }) => buid))
  for (const buid of buids) if (!present.has(buid)) directory.remove(buid)
  for (const row of rows) directory.put(entryOf(row))
  directory.list()
}

type Row = Omit<Entry, 'id'> & { id: string }

const entries = `
  select a.id, a.buid, a.contact_id, a.prefix, a.first_name, a.preferred_name, a.middle_name, a.former_last_name, a.last_name, a.suffix,
    d.id is not null as has_degree, d.major_desc, d.college_name, d.degree_code, d.degree_date::text
  from alumni a left join lateral (${recentDegree}) d on true`

function entryOf(row: Row): Entry {
  return { ...row, id: Number(row.id) }
}
