import { compareCharacters } from '@alumni/shared/compare-text'
import { answeredCode } from '@alumni/shared/alumni/answer-filters'
import { sql } from 'kysely'
import { iso31662 } from 'iso-3166'
import { z } from 'zod'
import type { SearchChoices } from '@alumni/shared/alumni/search'
import { countryName } from '@alumni/shared/countries'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { PeopleIndex } from '../people-index/index.ts'

/** Viewers get no events or opportunities. */
export async function readSearchChoices(db: Db, index: PeopleIndex, isStaff: boolean): Promise<SearchChoices> {
  const { degrees, states, countries } = await index.textsInUse()
  return {
    colleges: await db.findAll('colleges', ['code', 'name'], {}, { by: 'name' }),
    majors: await db
      .selectFrom('majors')
      .select(['major_code as code', 'major_desc as name', 'college_code', 'active'])
      .orderBy('college_code')
      .orderBy('major_desc')
      .execute(),
    affinities: await readAffinityChoices(db),
    activities: await db.findAll('activity_codes', ['code', 'name'], {}, { by: 'name' }),
    answered: isStaff ? await listSubjects(db, hasAnswers) : [],
    asked: isStaff ? await listSubjects(db, hasAsks) : [],
    degrees: degrees.sort(),
    states: statesOf(states, countries),
    countries: countries.map((code) => ({ code, name: countryName(code) })),
  }
}

export function readAffinityChoices(db: Db): Promise<SearchChoices['affinities']> {
  const columns = ['affinity_code as code', 'name', 'category'] as const
  return db.selectFrom('affinities').select(columns).orderBy('category').orderBy('name').execute()
}

const answeredRow = z.object({
  kind: z.enum(['event', 'opportunity']),
  id: z.number().int(),
  title: z.string(),
  day: z.string().nullable(),
})

const hasAnswers = {
  event: sql`exists (select from event_rsvps r where r.event_id = e.id)`,
  opportunity: sql`exists (select from opportunity_responses r where r.opportunity_id = o.id)`,
}
const hasAsks = {
  event: sql`(exists (select from asks k where k.event_id = e.id)
    or exists (select from list_letters l where l.event_id = e.id and l.status <> 'draft'))`,
  opportunity: sql`(exists (select from asks k where k.opportunity_id = o.id)
    or exists (select from list_letters l where l.opportunity_id = o.id and l.status <> 'draft'))`,
}

/** Lists the events (`e`) and opportunities (`o`) that meet the condition, latest first. */
export async function listSubjects(db: Db, condition: typeof hasAnswers): Promise<SearchChoices['answered']> {
  const rows = await selectRaw(db, answeredRow)`
    select kind, id, title, day from (
      select 'event' as kind, id, title, to_char(starts_at at time zone time_zone, 'FMMon FMDD, YYYY') as day, starts_at as at
        from events e where ${condition.event}
      union all
      select 'opportunity', id, title, null, coalesce(published_at, created_at)
        from opportunities o where ${condition.opportunity}
    ) subjects order by at desc, id desc`
  return rows.map(({ kind, id, title, day }) => ({
    code: answeredCode(kind, id),
    name: [title, day].filter(Boolean).join(' · '),
  }))
}

/** Lists U.S. states first, then others by country. A code that several countries use is listed for each of them. */
function statesOf(used: string[], countries: string[]): SearchChoices['states'] {
  const inUse = new Set(used)
  const knownStates = iso31662
    .map(({ code, name, parent }) => ({
      code: code.slice(3),
      name,
      country: code.slice(0, 2),
      isPart: !parent.includes('-'),
    }))
    .filter(({ code, country, isPart }) => isPart && inUse.has(code) && countries.includes(country))
  const knownCodes = new Set(knownStates.map(({ code }) => code))
  const unknownStates = used.filter((code) => !knownCodes.has(code)).map((code) => ({ code, name: code, country: '' }))
  const rank = ({ country }: { country: string }) => (country === 'US' ? '' : country || '~')
  return [...knownStates, ...unknownStates]
    .sort((a, b) => compareCharacters(rank(a), rank(b)) || compareCharacters(a.name, b.name))
    .map(({ code, name, country }) => ({ code, name, country }))
}
