import { iso31661, iso31662 } from 'iso-3166'
import { sql } from 'kysely'
import type { SearchChoices } from '@alumni/shared/alumni-search'
import type { EntityManager } from '../../database/orm.ts'
import type { SearchIndex } from '../search-index/index.ts'

const countryNames = new Map(iso31661.map(({ alpha2, name }) => [alpha2, name]))

/** What the filters offer: the vocabulary, and of degrees, states and countries those in use. */
export async function searchChoicesOf(em: EntityManager, index: SearchIndex): Promise<SearchChoices> {
  const { degrees, states, countries } = await index.textsInUse()
  const { rows } = await sql<Vocabulary>`
    select (select coalesce(jsonb_agg(jsonb_build_object('code', code, 'name', name) order by name), '[]') from colleges) as colleges,
      (select coalesce(jsonb_agg(jsonb_build_object('code', major_code, 'name', major_desc, 'college_code', college_code, 'active', active) order by college_code, major_desc), '[]') from majors) as majors,
      (select coalesce(jsonb_agg(jsonb_build_object('code', affinity_code, 'name', name, 'category', category) order by category, name), '[]') from affinities) as affinities,
      (select coalesce(jsonb_agg(jsonb_build_object('code', code, 'name', name) order by name), '[]') from activity_codes) as activities
  `.execute(em.getKysely())
  return {
    ...rows[0]!,
    degrees: degrees.sort(),
    states: statesOf(states, countries),
    countries: countries.map((code) => ({ code, name: countryNames.get(code) ?? code })),
  }
}

type Vocabulary = Omit<SearchChoices, 'degrees' | 'states' | 'countries'>

/** Those of the United States first, then by country. A code may be one of several countries; it is offered for each in use. */
function statesOf(used: string[], countries: string[]): SearchChoices['states'] {
  const inUse = new Set(used)
  const known = iso31662
    .map(({ code, name, parent }) => ({
      code: code.slice(3),
      name,
      country: code.slice(0, 2),
      isPart: !parent.includes('-'),
    }))
    .filter(({ code, country, isPart }) => isPart && inUse.has(code) && countries.includes(country))
  const named = new Set(known.map(({ code }) => code))
  const unknown = used.filter((code) => !named.has(code)).map((code) => ({ code, name: code, country: '' }))
  const rank = ({ country }: { country: string }) => (country === 'US' ? '' : country || '~')
  return [...known, ...unknown]
    .sort((a, b) => compare(rank(a), rank(b)) || compare(a.name, b.name))
    .map(({ code, name, country }) => ({ code, name, country }))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
