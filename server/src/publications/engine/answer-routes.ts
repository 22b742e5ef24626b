import { sql } from 'kysely'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { byId as params } from '../../foundations/http/by-id.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { actions, rowOf } from '../../staff/index.ts'
import { answererId, readAnswerers } from './answerers.ts'
import { answerTableAs, waitingPosition, subjectColumn, type AnyAnswers } from './answers.ts'
import type { Kind } from './kind.ts'
import { findRecord } from './records.ts'

export function answerRoutes(app: App, { config }: Context, kind: Kind, answers: AnyAnswers): void {
  const { noun, home, needs, table } = kind
  const { name, query, page, columns } = answers.list
  const publication = actions(app, { url: `${home}/:id`, needs, params })
  publication.page('', { query, reply: page, find: rowOf(table) }, async ({ db, params: { id }, query }) => {
    const record = await findRecord(kind, db, config, id)
    return { [noun]: record, ...(await readAnswers(db, answers, id, record, query)) }
  })
  publication.get(
    `/${name}.csv`,
    { proof: `Export ${name}`, handlerTimeout: 10 * 60_000 },
    async ({ db, params: { id }, reply }) => {
      const record = await findRecord(kind, db, config, id)
      const person = ['name', 'email', 'buid', 'status']
      const header = [...person, ...columns, 'answered_at', 'class_years', 'city', 'events_before']
      return sendCsv(reply, `${record.slug}-answers.csv`, header, rowsOfFile(db, answers, id, record))
    },
  )
}

type AnsweredRecord = { counts?: Record<string, number>; starts?: string }

type Query = { q?: string | undefined; status?: string | undefined; page: number }

async function readAnswers(
  db: Db,
  kind: AnyAnswers,
  id: number,
  record: AnsweredRecord,
  { q, page, status = kind.list.defaultStatus(record) }: Query,
) {
  const { name, groups, isByName, searchedColumns, columns, changed, day } = kind.list
  const statuses = status === 'all' ? kind.statuses : (groups[status] ?? [status])
  const found = answersTo(db, kind, id)
    .innerJoin('champion_signups as s', (join) => join.on('s.id', '=', ({ ref }) => answererId(ref('r.signup_id'))))
    .where('r.status', 'in', statuses)
    .where(matchesSearch(q, ['s.first_name', 's.last_name', 's.email', ...searchedColumns]))
  const { rows, ...pageMembers } = await readPage(page, {
    matching: q ? countRows(found) : statuses.reduce((sum, status) => sum + record.counts![status]!, 0),
    read: ({ limit, offset }) =>
      found
        .leftJoin('staff_users as u', (join) => join.on('u.id', '=', sql.ref<number>(`r.${changed}_by_id`)))
        .select(['r.id', 'r.signup_id', 'r.status', ...columns.map(columnOf), waitingPosition(kind).as('line')])
        .select([`u.name as ${changed}_by`, utc('r.asked_at').as('asked_at')])
        .select(utc(`r.${changed}_at`).as(`${changed}_at`))
        .$if(isByName && status !== 'waiting', (list) =>
          list.orderBy(sql`folded_name(s.last_name)`).orderBy(sql`folded_name(s.first_name)`),
        )
        .$if(!isByName || status === 'waiting', (line) => line.orderBy('r.asked_at'))
        .orderBy('r.id')
        .limit(limit)
        .offset(offset)
        .execute(),
  })
  const personOf = await readAnswerers(db, rows, day(record))
  const answers = rows.map((row) => ({ ...row, ...personOf(row.signup_id) }))
  return { status, [name]: answers, ...pageMembers }
}

/** Yields batches of up to 500 CSV rows. */
async function* rowsOfFile(db: Db, kind: AnyAnswers, id: number, record: AnsweredRecord) {
  const { columns, inFile = {}, day } = kind.list
  for (let after = 0; ;) {
    const rows = await answersTo(db, kind, id)
      .select(['r.id', 'r.signup_id', 'r.status', ...columns.map(columnOf)])
      .select(utc('r.asked_at').as('asked_at'))
      .where('r.id', '>', after)
      .orderBy('r.id')
      .limit(500)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)!.id
    const personOf = await readAnswerers(db, rows, day(record))
    yield rows.map((row) => {
      const { name, email, buid, class_years, city, events_before } = personOf(row.signup_id)
      const values = columns.map((column) => {
        const value = row[column]
        return typeof value === 'string' && inFile[column] ? inFile[column](value) : (value ?? null)
      })
      return [name, email, buid, row.status, ...values, row.asked_at, class_years.join('; '), city, events_before]
    })
  }
}

const columnOf = (column: string) => sql.ref<string | number | null>(`r.${column}`).as(column)

function answersTo(db: Db, kind: AnyAnswers, id: number) {
  return db.selectFrom(answerTableAs(kind, 'r')).where(subjectColumn(kind), '=', id)
}
