import { exportSignupsQuery, signupChoices, signupsPage, type SignupChoices } from '@alumni/shared/champions/staff-list'
import { placeQuery, signupsQuery } from '@alumni/shared/champions/list-filters'
import { listPlace } from '@alumni/shared/page'
import { linkingPage, linkingQuery, linksReply, linksRequest } from '@alumni/shared/champions/linking'
import { countryOptions } from '@alumni/shared/countries'
import { iso31662 } from 'iso-3166'
import { readAffinityChoices, savedSearchRoutes } from '../../alumni/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { actions, audit } from '../../staff/index.ts'
import { exportHeader, exportName, exportRows, findForExport } from './list-export.ts'
import { countSignups, findPlaceInList, listSignups } from './list-signups.ts'
import { linkSignups, readLinkingPage, unlinkSignups } from './linking.ts'
import { resolveNearFilters } from './list-near.ts'
import type { WithdrawAnswers } from '../profile/delete-signup.ts'
import { staffSignupRoutes } from './signup-routes.ts'

export function championSignupRoutes(app: App, context: Context, withdrawAnswers: WithdrawAnswers): void {
  listRoutes(app, context)
  linkingRoutes(app)
  staffSignupRoutes(app, withdrawAnswers)
}

const basePath = '/champion_signups'

function listRoutes(app: App, context: Context): void {
  const list = actions(app, { url: basePath, needs: 'staff' })
  list.page('', { query: signupsQuery, reply: signupsPage }, async ({ db, query }) =>
    listSignups(db, context.config, await resolveNearFilters(app.peopleIndex, query)),
  )

  list.get('/place', { query: placeQuery, reply: listPlace }, async ({ db, query: { id, place, ...filters } }) =>
    findPlaceInList(db, context.config, await resolveNearFilters(app.peopleIndex, filters), id, place),
  )
  list.get('/choices', { reply: signupChoices }, ({ db }) => signupChoicesOf(db))

  const csv = { query: exportSignupsQuery, proof: 'Export champion signups', handlerTimeout: 10 * 60_000 }
  list.get('.csv', csv, async ({ db, query, me, reply }) => {
    const ids = await findForExport(db, context.config, await resolveNearFilters(app.peopleIndex, query))
    const { columns, ...filter } = query
    const detail = { signups: ids.length, columns: columns ?? 'all', filter }
    await audit(db, me, 'champion-signups.exported', 'champion-signups', detail)
    return sendCsv(
      reply.header('x-rows', ids.length),
      exportName(query, await signupChoicesOf(db)),
      exportHeader(columns),
      exportRows(db, ids, columns),
    )
  })

  savedSearchRoutes(app, context, {
    list: 'champion_signups',
    needs: 'staff',
    count: async (db, query) => {
      const filters = signupsQuery.safeParse(Object.fromEntries(new URLSearchParams(query)))
      if (!filters.success) return null
      const located = await resolveNearFilters(app.peopleIndex, filters.data).catch(nullIfRefused)
      return located && countSignups(db, context.config, located)
    },
  })
}

function linkingRoutes(app: App): void {
  const url = `${basePath}/linking`
  const links = actions(app, { url, needs: 'staff' })
  links.page('', { query: linkingQuery, reply: linkingPage }, ({ db, query }) => readLinkingPage(db, query.after))

  const change = { body: linksRequest, reply: linksReply }
  links.post('', change, async ({ db, body, me }) => ({ outcomes: await linkSignups(db, body.links, me) }))
  links.post('/undo', change, async ({ db, body, me }) => ({ outcomes: await unlinkSignups(db, body.links, me) }))
}

/** A saved search near an unknown place has no count. */
function nullIfRefused(error: unknown): null {
  if (error instanceof HttpError) return null
  throw error
}

const stateNames = new Map(
  iso31662.filter(({ code }) => code.startsWith('US-')).map(({ code, name }) => [code.slice(3), name]),
)

export async function signupChoicesOf(db: Db): Promise<SignupChoices> {
  const states = await db.selectFrom('champion_signups').select('state').distinct().orderBy('state').execute()
  const countries = await db.selectFrom('champion_signups').select('country').distinct().execute()
  const usedCountries = new Set(countries.map(({ country }) => country || 'US'))
  return {
    colleges: await db.findAll('colleges', ['code', 'name'], {}, { by: 'name' }),
    affinities: await readAffinityChoices(db),
    states: states.flatMap(({ state }) => (state ? { code: state, name: stateNames.get(state) ?? state } : [])),
    countries: countryOptions()
      .filter(({ value }) => usedCountries.has(value))
      .map(({ value, label }) => ({ code: value, name: label })),
  }
}
