import { sql, type RawBuilder } from 'kysely'
import type { EntityManager } from '../../database/orm.ts'
import { stepsAhead } from '../steps-ahead.ts'
import type { Degree, Engagement, Person } from './person.ts'

const [unit, record] = [sql.lit('\u001f'), sql.lit('\u001e')]

type Row = Omit<Person, 'degrees' | 'affinities' | 'employers' | 'engagements'> &
  Record<'degrees' | 'affinities' | 'employers', string | null> & {
    engagements: [activity: string, description: string, day: number][] | null
  }

/** The people with these BUIDs, with all that the search knows of them. */
export function readPeople(em: EntityManager, buids: readonly string[]): Promise<Person[]> {
  // A description may contain any character.
  const engagements = sql`(select json_agg(json_build_array(activity_code, coalesce(description, ''), engagement_date - date '1800-01-01')) from engagements where buid = a.buid)`
  return read(em, engagements, sql`a.buid = any (${sql.val(buids)}::text[])`)
}

/** Everyone by id in steps, without their engagements, which are read faster by themselves. */
export function peopleInSteps(em: EntityManager, signal: AbortSignal): AsyncGenerator<Person[]> {
  return stepsAhead(signal, (last: Person[] | undefined) =>
    read(em, sql`null`, sql`a.id > ${last?.at(-1)?.id ?? 0} order by a.id limit ${perStep}`),
  )
}

const perStep = 2000

async function read(
  em: EntityManager,
  engagements: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<Person[]> {
  const { rows } = await sql<Row>`
    select a.id, a.buid, a.contact_id, a.first_name, a.middle_name, a.last_name, a.preferred_name, a.former_last_name, a.mobile_phone, a.home_phone,
      a.city, a.state, a.country, a.postal_code, a.deceased, a.do_not_contact,
      exists (select from champion_signups s where s.buid = a.buid and s.deleted_at is null) as champion,
      ${degreesOf} as degrees,
      (select string_agg(affinity_code, ${record}) from alumni_affinities where buid = a.buid) as affinities,
      (select string_agg(employer, ${record}) from employments where buid = a.buid and current) as employers,
      ${engagements} as engagements
    from alumni a where ${where}
  `.execute(em.getKysely())
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    degrees: records(row.degrees).map(degreeOf),
    affinities: records(row.affinities),
    employers: records(row.employers),
    engagements: (row.engagements ?? []).map(engagementOf),
  }))
}

// One arm for each of the two partial indexes that begin with the BUID.
const degreesOf = sql`(
  select string_agg(concat_ws(${unit}, coalesce(college_code, ''), coalesce(major_code, ''), coalesce(degree_code, ''), coalesce(extract(year from degree_date), 0), coalesce((degree_date - date '1800-01-01')::text, ''), kind), ${record})
  from educations where (buid = a.buid and kind = 'degree') or (buid = a.buid and kind = 'area_of_study')
)`

function records(text: string | null): string[] {
  return text === null ? [] : text.split('\u001e')
}

function degreeOf(text: string): Degree {
  const [college = '', major = '', degree = '', year, day, kind] = text.split('\u001f')
  return { college, major, degree, year: Number(year), day: day ? Number(day) : null, isDegree: kind === 'degree' }
}

function engagementOf([activity, description, day]: NonNullable<Row['engagements']>[number]): Engagement {
  return { activity, description, day }
}
