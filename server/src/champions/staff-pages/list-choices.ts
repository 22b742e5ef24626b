import type { SignupChoices } from '@alumni/shared/champions/staff-list'
import { countryOptions } from '@alumni/shared/countries'
import { iso31662 } from 'iso-3166'
import type { Db } from '../../foundations/database/db.ts'

const stateNames = new Map(
  iso31662.filter(({ code }) => code.startsWith('US-')).map(({ code, name }) => [code.slice(3), name]),
)

/** What the filters offer: the vocabulary, and of states and countries those in use. */
export async function signupChoicesOf(db: Db): Promise<SignupChoices> {
  const states = await db.selectFrom('champion_signups').select('state').distinct().orderBy('state').execute()
  const countries = await db.selectFrom('champion_signups').select('country').distinct().execute()
  const used = new Set(countries.map(({ country }) => country || 'US'))
  return {
    colleges: await db.selectFrom('colleges').select(['code', 'name']).orderBy('name').execute(),
    affinities: await db
      .selectFrom('affinities')
      .select(['affinity_code as code', 'name', 'category'])
      .orderBy('category')
      .orderBy('name')
      .execute(),
    states: states.flatMap(({ state }) => (state ? { code: state, name: stateNames.get(state) ?? state } : [])),
    countries: countryOptions()
      .filter(({ value }) => used.has(value))
      .map(({ value, label }) => ({ code: value, name: label })),
  }
}
