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

/** Returns the certain matches and a page of the other unlinked signups, with ids greater than `after`. */
export async function readLinkingPage(db: Db, after: number): Promise<LinkingPage> {
  const matches = await findCertainMatches(db)
  const others = selectUnlinked(db)
    .where('id', '>', after)
    .where('id', 'not in', [0].concat(matches.map(({ id }) => id)))
  const rows = await others.select('id').orderBy('id').limit(maxLinks).execute()
  const ids = rows.map(({ id }) => id)
  const shownMatches = matches.slice(0, maxLinks)
  const [matchedIds, alumnusIds] = [shownMatches.map(({ id }) => id), shownMatches.map(({ alumnus_id }) => alumnus_id)]
  const signups = new Map((await readSignups(db, [...matchedIds, ...ids])).map((row) => [row.id, row]))
  const people = new Map((await readFoundAlumni(db, alumnusIds)).map((row) => [row.id, row]))
  return {
    certain: shownMatches.flatMap(({ id, alumnus_id }) => {
      const [signup, person] = [signups.get(id), people.get(alumnus_id)]
      return signup && person ? { signup, person } : []
    }),
    signups: ids.flatMap((id) => signups.get(id) ?? []),
    waiting: await countRows(selectUnlinked(db).select('id')),
    further: (await countRows(others.select('id'))) - ids.length,
    further_certain: matches.length - shownMatches.length,
  }
}

function selectUnlinked(db: Db) {
  return db
    .selectFrom('champion_signups')
    .where('deleted_at', 'is', null)
    .where('buid', 'is', null)
    .where('status', '=', 'completed')
}

const matchRow = z.object({ id: z.number().int(), alumnus_id: z.number().int() })

/** Finds signups that match a single alumnus by e-mail address, name and class year, if no other signup does. */
function findCertainMatches(db: Db): Promise<z.infer<typeof matchRow>[]> {
  return selectRaw(db, matchRow)`with counted_match as (
        select *, count(*) over (partition by id) as alumni, count(*) over (partition by alumnus_id) as signups
        from (${matchesByAddressAndName}) match)
      select id, alumnus_id from counted_match match
      where alumni = 1
        and signups = 1
        and not deceased
        and not exists (select from champion_signups other where other.buid = match.buid and other.deleted_at is null)
        and (degree_year is null or degree_year = any(coalesce(${yearsOfDegrees}, array[degree_year])))
      order by id`
}

const matchesByAddressAndName = sql`
  select distinct signup.id, signup.degree_year, alumnus.id as alumnus_id, alumnus.buid, alumnus.deceased
  from champion_signups signup
    join alumni_emails address on address.email = signup.folded_email
    join alumni alumnus on alumnus.id = address.alumnus_id
  where signup.deleted_at is null
    and signup.buid is null
    and signup.status = 'completed'
    and name_key(signup.first_name, signup.last_name) in (
      name_key(alumnus.first_name, alumnus.last_name), name_key(alumnus.preferred_name, alumnus.last_name))`

/** Null for an alumnus without a dated degree. */
const yearsOfDegrees = sql`(select array_agg(extract(year from degree_date)::int) from educations
  where educations.buid = match.buid and kind = 'degree' and degree_date is not null)`

/** Links each signup in its own transaction. Returns the outcomes in the same order. */
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
      const signup = await db.find('champion_signups', ['buid'], { id: link.id, deleted_at: null })
      outcomes.push(
        signup && isDone(signup.buid, link)
          ? { id: link.id, error: null, merge: null }
          : { id: link.id, error: error.message, merge: mergeUrlOf(error) },
      )
    }
  }
  return outcomes
}

const refusal = z.object({ links: z.object({ merge: z.string() }) })

function mergeUrlOf({ details }: HttpError): string | null {
  return refusal.safeParse(details.body).data?.links.merge ?? null
}
