import { emailFields } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { fieldLabel } from '@alumni/shared/alumni/record'
import { foldEmail } from '@alumni/shared/email-address'
import { duplicateEmailsPage, duplicateEmailsQuery } from '@alumni/shared/alumni/reports'
import type { DuplicateEmail, DuplicateEmailsQuery } from '@alumni/shared/alumni/reports'
import { displayName } from '../record/display-name.ts'
import { nameParts } from '../record/name-columns.ts'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { buildCsvLink, type Report } from './report.ts'

type Filter = Omit<DuplicateEmailsQuery, 'page'>
const maxShownPeople = 5

/** Lists e-mail addresses that several alumni share, in any column and any letter case. */
export const duplicateEmails: Report<typeof duplicateEmailsQuery, typeof duplicateEmailsPage> = {
  name: 'duplicate_emails',
  count: countDuplicateEmails,
  query: duplicateEmailsQuery,
  page: duplicateEmailsPage,
  async list(db, { page, ...filter }) {
    const found = selectEmails(db, filter)
    const total = await countDuplicateEmails(db)
    const { rows, ...members } = await readPage(page, {
      matching: Object.values(filter).some(Boolean) ? countRows(found) : total,
      async read({ limit, offset }) {
        const emails = await found
          .select(['s.email', 's.count'])
          .orderBy('s.count', 'desc')
          .orderBy('s.email')
          .limit(limit)
          .offset(offset)
          .execute()
        const people = await readPeople(db, emails, maxShownPeople)
        return emails.map((row) => ({ ...row, people: people.get(row.email) ?? [] }))
      },
    })
    return { emails: rows, ...members, total, links: buildCsvLink('duplicate_emails', filter) }
  },
  header: ['E-mail address', 'People', 'BUID', 'Name', 'Where', 'Deceased'],
  async *rows(db, filter) {
    for (let last = ''; ;) {
      const emails = await selectEmails(db, filter, last)
        .select(['s.email', 's.count'])
        .orderBy('s.email')
        .limit(500)
        .execute()
      if (emails.length === 0) return
      const people = await readPeople(db, emails)
      yield emails.flatMap(({ email, count }) =>
        (people.get(email) ?? []).map(({ buid, name, columns, deceased }) => [
          email,
          count,
          buid,
          name,
          columns.map(fieldLabel).join(', '),
          deceased,
        ]),
      )
      last = emails.at(-1)!.email
    }
  },
}

function countDuplicateEmails(db: Db): Promise<number> {
  return countRows(selectEmails(db, {}))
}

function selectEmails(db: Db, { q, column, names }: Filter, after = '') {
  const shared = db
    .selectFrom('alumni_emails')
    .select(({ fn }) => ['email', fn.countAll<number>().as('count')])
    .where('email', '>', after)
    .groupBy('email')
    .having(({ fn }) => fn.countAll(), '>', 1)
  return db
    .selectFrom(shared.as('s'))
    .$if(Boolean(q ?? column), (found) =>
      found.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('alumni_emails as e')
            .innerJoin('alumni as a', 'a.id', 'e.alumnus_id')
            .whereRef('e.email', '=', 's.email')
            .where(matchesSearch(q, ['e.email', 'a.buid', 'a.contact_id', ...nameParts]))
            .$if(column !== undefined, (people) =>
              people.where(sql`fold_email(${sql.ref(`a.${column}`)})`, '=', sql.ref<string>('e.email')),
            ),
        ),
      ),
    )
    .$if(names !== undefined, (found) =>
      found.where(
        ({ selectFrom }) =>
          selectFrom('alumni_emails as e')
            .innerJoin('alumni as a', 'a.id', 'e.alumnus_id')
            .whereRef('e.email', '=', 's.email')
            .select(sql<number>`count(distinct lower(coalesce(a.last_name, '')))`.as('names'))
            .$asScalar(),
        names === 'same' ? '=' : '>',
        1,
      ),
    )
}

async function readPeople(
  db: Db,
  emails: readonly { email: string }[],
  maxPeople?: number,
): Promise<Map<string, DuplicateEmail['people']>> {
  if (emails.length === 0) return new Map()
  const people = db
    .selectFrom('alumni_emails as e')
    .innerJoin('alumni as a', 'a.id', 'e.alumnus_id')
    .where(
      'e.email',
      'in',
      emails.map(({ email }) => email),
    )
    .select(['e.email', 'a.buid', 'a.deceased', ...nameParts, ...emailFields.map((column) => `a.${column}` as const)])
    .select(sql<number>`row_number() over (partition by e.email order by a.buid)`.as('n'))
  const rows = await db
    .selectFrom(people.as('p'))
    .selectAll()
    .$if(maxPeople !== undefined, (query) => query.where('n', '<=', maxPeople!))
    .orderBy('p.email')
    .orderBy('n')
    .execute()
  const byEmail = Map.groupBy(rows, ({ email }) => email)
  return new Map(
    [...byEmail].map(([email, emailRows]) => [
      email,
      emailRows.map((row) => ({
        buid: row.buid,
        name: displayName(row),
        deceased: row.deceased,
        columns: emailFields.filter((column) => foldEmail(row[column] ?? '') === email),
      })),
    ]),
  )
}
