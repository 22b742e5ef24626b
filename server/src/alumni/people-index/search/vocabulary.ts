import { countryName } from '@alumni/shared/countries'
import { iso31662 } from 'iso-3166'
import type pg from 'pg'
import { queryRows } from '../freshness/database.ts'
import type { People } from '../columns/people.ts'
import type { Vocabulary } from './readings.ts'

const refreshMs = 60_000

/** Names of codes, read from the database at most once a minute. */
export class VocabularyNames {
  readonly #pool: pg.Pool
  #readAt = -Infinity
  #catalog: Pick<Vocabulary, 'colleges' | 'majors'> = { colleges: [], majors: [] }

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async read({ dictionaries }: People): Promise<Vocabulary> {
    if (performance.now() - this.#readAt > refreshMs) {
      this.#readAt = performance.now()
      this.#catalog = {
        colleges: await this.#named('colleges', 'select code, name from colleges'),
        majors: await this.#named('majors', 'select distinct major_code, major_desc from majors'),
      }
    }
    const states = dictionaries.states.listUsed()
    return {
      ...this.#catalog,
      states: statesOfAmerica.filter(({ code }) => states.includes(code)),
      countries: dictionaries.countries.listUsed().map((code) => ({ code, name: countryName(code) })),
    }
  }

  async #named(name: string, query: string): Promise<Vocabulary['colleges']> {
    const rows = await queryRows(this.#pool, `names of ${name}`, query, [])
    return rows.map(([code, name]) => ({ code: code!, name: name ?? '' }))
  }
}

const statesOfAmerica = iso31662
  .filter(({ parent }) => parent === 'US')
  .map(({ code, name }) => ({ code: code.slice(3), name }))
