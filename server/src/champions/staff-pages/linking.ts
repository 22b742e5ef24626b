import { sql } from 'kysely'
import { z } from 'zod'
import { maxLinks, type LinkingPage, type LinkOutcome, type SignupLink } from '@alumni/shared/champions/linking'
import { readFoundAlumni } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows } from '../../foundations/database/read-page.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'
import { readSignups } from './list-rows.ts'
import { linkSignup, unlinkSignup } from './signup-link.ts'

/** Returns the signups that wait to be linked, after the signup `after`. */
export async function readLinking(db: Db, after: number): Promise<LinkingPage> {
  const certain = await findCertain(db)
  const others = waitingSignups(db)
    .where('id', '>', after)
    .where('id', 'not in', [0].concat(certain.map(({ id }) => id)))
  const rows = await others.select('id').orderBy('id').limit(maxLinks).execute()
  const ids = rows.map(({ id }) => id)
  const certainShown = certain.slice(0, maxLinks)
  const signups = new Map(
    (await readSignups(db, [...certainShown.map(({ id }) => id), ...ids])).map((row) => [row.id, row]),
  )
  const people = new Map(
    (
      await readFoundAlumni(
        db,
        certainShown.map((row) => row.alumnus_id),
      )
    ).map((row) => [row.id, row]),
  )
  return {
    certain: certainShown.flatMap(({ id, alumnus_id }) => {
      const [signup, person] = [signups.get(id), people.get(alumnus_id)]
      return signup && person ? { signup, person } : []
    }),
    signups: ids.flatMap((id) => signups.get(id) ?? []),
    waiting: await countRows(waitingSignups(db).select('id')),
    further: (await countRows(others.select('id'))) - ids.length,
    further_certain: certain.length - certainShown.length,
  }
}

function waitingSignups(db: Db) {
  return db
    .selectFrom('champion_signups')
    .where('deleted_at', 'is', null)
    .where('buid', 'is', null)
    .where('status', '=', 'completed')
}

const certainRow = z.object({ id: z.number().int(), alumnus_id: z.number().int() })

/** Finds signups with the address and name of one living alumnus without a signup. Leaves doubtful matches to staff. */
function findCertain(db: Db): Promise<z.infer<typeof certainRow>[]> {
  return selectRaw(
    db,
    certainRow,
    sql`
    with same as (
      select distinct c.id, c.degree_year, a.id as alumnus_id, a.buid, a.deceased from champion_signups c
        join alumni_emails e on e.email = c.folded_email join alumni a on a.id = e.alumnus_id
        where c.deleted_at is null and c.buid is null and c.status = 'completed'
          and name_key(c.first_name, c.last_name) in (name_key(a.first_name, a.last_name), name_key(a.preferred_name, a.last_name))),
    counted as (
      select *, count(*) over (partition by id) as alumni, count(*) over (partition by alumnus_id) as signups from same)
    select id, alumnus_id from counted c
      where alumni = 1 and signups = 1 and not deceased
        and not exists (select from champion_signups other where other.buid = c.buid and other.deleted_at is null)
        and (degree_year is null or degree_year = any(coalesce((select array_agg(extract(year from d.degree_date)::int)
          from educations d where d.buid = c.buid and d.kind = 'degree' and d.degree_date is not null), array[degree_year])))
      order by id`,
  )
}

/** Links each signup in its own transaction, with its own audit entry. */
export function linkSignups(db: Db, links: readonly SignupLink[], user: StaffUser): Promise<LinkOutcome[]> {
  return changeEach(db, links, (buid, link) => buid === link.buid, linkSignup, user)
}

export function unlinkSignups(db: Db, links: readonly SignupLink[], user: StaffUser): Promise<LinkOutcome[]> {
  return changeEach(db, links, (buid) => buid === null, unlinkSignup, user)
}

async function changeEach(
  db: Db,
  links: readonly SignupLink[],
  isDone: (buid: string | null, link: SignupLink) => boolean,
  change: typeof unlinkSignup,
  user: StaffUser,
): Promise<LinkOutcome[]> {
  const outcomes: LinkOutcome[] = []
  for (const link of links) {
    try {
      await change(db, link.id, link.buid, user)
      outcomes.push({ id: link.id, error: null, merge: null })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const now = await activeLink(db, link.id)
      outcomes.push(
        now && isDone(now.buid, link)
          ? { id: link.id, error: null, merge: null }
          : { id: link.id, error: error.message, merge: mergeOf(error) },
      )
    }
  }
  return outcomes
}

function activeLink(db: Db, id: number) {
  return db.find('champion_signups', ['buid'], { id, deleted_at: null })
}

const refusal = z.object({ links: z.object({ merge: z.string() }) })

function mergeOf({ details }: HttpError): string | null {
  return refusal.safeParse(details.body).data?.links.merge ?? null
}
