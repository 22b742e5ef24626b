import { byCharacters } from '@alumni/shared/alphabetically'
import { iso31662 } from 'iso-3166'
import type { SearchChoices } from '@alumni/shared/alumni/search'
import { countryName } from '@alumni/shared/countries'
import type { Db } from '../../foundations/database/db.ts'
import type { PeopleIndex } from '../people-index/index.ts'

/** Reads the filters' choices: the vocabulary, and the degrees, states and countries in use. */
export async function searchChoicesOf(db: Db, index: PeopleIndex): Promise<SearchChoices> {
  const { degrees, states, countries } = await index.textsInUse()
  return {
    colleges: await db.selectFrom('colleges').select(['code', 'name']).orderBy('name').execute(),
    majors: await db
      .selectFrom('majors')
      .select(['major_code as code', 'major_desc as name', 'college_code', 'active'])
      .orderBy('college_code')
      .orderBy('major_desc')
      .execute(),
    affinities: await db
      .selectFrom('affinities')
      .select(['affinity_code as code', 'name', 'category'])
      .orderBy('category')
      .orderBy('name')
      .execute(),
    activities: await db.selectFrom('activity_codes').select(['code', 'name']).orderBy('name').execute(),
    degrees: degrees.sort(),
    states: statesOf(states, countries),
    countries: countries.map((code) => ({ code, name: countryName(code) })),
  }
}

/** Lists the United States' states first, then by country. A code of several countries is offered for each in use. */
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
    .sort((a, b) => byCharacters(rank(a), rank(b)) || byCharacters(a.name, b.name))
    .map(({ code, name, country }) => ({ code, name, country }))
}
