import { sql } from 'kysely'
import {
  employerReasons,
  unknownEmployersPage,
  unknownEmployersQuery,
  type EmployerReason,
  type UnknownEmployer,
  type UnknownEmployersQuery,
} from '@alumni/shared/alumni/reports'
import { displayName } from '../record/display-name.ts'
import { nameParts } from '../record/name-columns.ts'
import { hasWords } from '../../foundations/database/has-words.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { findingsOf } from './employer-spelling.ts'
import { csvLink, matchingOf, sumOf, type Report } from './report.ts'
import { searchedAt } from './report.ts'

type Filter = Omit<UnknownEmployersQuery, 'page'>
const shownPeople = 3
const inserted = 5000

/**
 * Employers that are perhaps misspelt, that are the name of none, or that only one person has; those of the most used
 * suggestions first.
 */
export const unknownEmployers: Report<typeof unknownEmployersQuery, typeof unknownEmployersPage> = {
  name: 'unknown_employers',
  count: async (db) => sumOf(await countUnknownEmployers(db)),
  query: unknownEmployersQuery,
  page: unknownEmployersPage,
  async list(db, { page, ...filter }) {
    const found = employersFound(db, filter)
    const counts = await countUnknownEmployers(db)
    const { rows, ...shown } = await readPage(page, {
      matching: filter.q ? countRows(found) : matchingOf(counts, filter.why),
      async read({ limit, offset }) {
        const employers = await found
          .select(columns)
          .orderBy(sql`f.why = 'only_one'`)
          .orderBy(sql`f.suggestion_people desc nulls last`)
          .orderBy('f.employer')
          .limit(limit)
          .offset(offset)
          .execute()
        return withPeople(db, employers, shownPeople)
      },
    })
    return {
      employers: rows,
      ...shown,
      counts,
      searched_at: await searchedAt(db, 'unknown_employers'),
      links: csvLink('unknown_employers', filter),
    }
  },
  header: ['Employer', 'Why', 'Perhaps meant', 'People with that', 'People', 'BUID', 'Name'],
  async *rows(db, filter) {
    for (let last = ''; ;) {
      const employers = await employersFound(db, filter)
        .select(columns)
        .where('f.employer', '>', last)
        .orderBy('f.employer')
        .limit(500)
        .execute()
      if (employers.length === 0) return
      yield (await withPeople(db, employers)).flatMap(
        ({ employer, why, suggestion, suggestion_people, count, people }) =>
          people.map(({ buid, name }) => [
            employer,
            reasonTexts[why],
            suggestion,
            suggestion_people,
            count,
            buid,
            name,
          ]),
      )
      last = employers.at(-1)!.employer
    }
  },
}
const columns = ['f.employer', 'f.why', 'f.suggestion', 'f.suggestion_people'] as const
const reasonTexts: Record<EmployerReason, string> = {
  misspelt: 'Possibly misspelled',
  none: 'Not an employer',
  only_one: 'Only one person has it',
}

async function countUnknownEmployers(db: Db): Promise<Record<EmployerReason, number>> {
  const counts = await employersFound(db, {})
    .select(({ fn }) => ['f.why', fn.countAll<number>().as('count')])
    .groupBy('f.why')
    .execute()
  return Object.fromEntries(
    employerReasons.map((why) => [why, counts.find((row) => row.why === why)?.count ?? 0]),
  ) as Record<EmployerReason, number>
}

/** Looks through all employment records, and keeps what needs a look. */
export async function findUnknownEmployers(db: Db): Promise<void> {
  const spellings = await db
    .selectFrom('employments')
    .select(['employer', sql<number>`count(distinct buid)::int`.as('people')])
    .groupBy('employer')
    .execute()
  const findings = findingsOf(spellings)
  await transact(db, async (db) => {
    await db.remove('employer_findings', {})
    for (let from = 0; from < findings.length; from += inserted)
      await db.insert('employer_findings', findings.slice(from, from + inserted))
  })
}

/** Leaves out employers corrected since the last search. */
function employersFound(db: Db, { q, why }: Filter) {
  return db
    .selectFrom('employer_findings as f')
    .where(({ exists, selectFrom }) => exists(selectFrom('employments as e').whereRef('e.employer', '=', 'f.employer')))
    .where(hasWords(q, ['f.employer', 'f.suggestion']))
    .$if(why !== undefined, (found) => found.where('f.why', '=', why!))
}

async function withPeople(
  db: Db,
  employers: readonly Omit<UnknownEmployer, 'count' | 'people'>[],
  maxPeople?: number,
): Promise<UnknownEmployer[]> {
  const people = await db
    .with('has', (db) =>
      db
        .selectFrom('employments')
        .select(['employer', 'buid'])
        .select(sql<number>`row_number() over (partition by employer order by buid)`.as('nth'))
        .select(sql<number>`count(*) over (partition by employer)`.as('people'))
        .where(sql<boolean>`employer = any(${employers.map(({ employer }) => employer)}::text[])`)
        .groupBy(['employer', 'buid']),
    )
    .selectFrom('has')
    .innerJoin('alumni as a', 'a.buid', 'has.buid')
    .select(['has.employer', 'has.people', 'a.buid', ...nameParts])
    .$if(maxPeople !== undefined, (all) => all.where('has.nth', '<=', maxPeople!))
    .orderBy('has.employer')
    .orderBy('has.nth')
    .execute()
  const byEmployer = Map.groupBy(people, ({ employer }) => employer)
  return employers.map((row) => {
    const those = byEmployer.get(row.employer) ?? []
    return {
      ...row,
      count: those[0]?.people ?? 0,
      people: those.map((person) => ({ buid: person.buid, name: displayName(person) })),
    }
  })
}
