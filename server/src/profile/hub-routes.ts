import { countryOfZips, hubPage, hubQuery } from '@alumni/shared/profile'
import type { Signup } from '../champions/index.ts'
import type { Config } from '../config.ts'
import type { App, Context } from '../context.ts'
import type { EntityManager } from '../database/orm.ts'
import { champion, listDevices, verifiedOnly } from '../identity/index.ts'
import { comingRsvps, joinedCommunities, openResponses } from './answers.ts'
import { waitingEmail } from './change-email.ts'
import { countryName } from './choices.ts'
import { namesOfChoices } from './edit-routes.ts'
import { communitiesFor, eventsFor, opportunitiesFor } from './suggestions.ts'

export function hubRoutes(app: App, { config }: Context): void {
  app.get('/profile', { ...verifiedOnly, schema: { querystring: hubQuery } }, async (request, reply) => {
    const { em, query } = request
    const signup = await champion(request)
    const { details, college } = await detailsOf(em, signup)
    return reply.portalPage(hubPage, {
      name: signup.first_name ?? signup.last_name,
      notice: query.saved ?? null,
      is_location_missing: !isLocationComplete(signup),
      next: {
        opportunities: await opportunitiesFor(em, signup),
        events: await eventsFor(em, signup),
        communities: await communitiesFor(em, signup, college),
      },
      answers: {
        events: await comingRsvps(em, signup),
        opportunities: await openResponses(em, signup),
        communities: await joinedCommunities(em, signup),
      },
      details,
      google: googleOf(config, signup),
    })
  })
}

function isLocationComplete({ zip_code, country, city }: Signup): boolean {
  return Boolean(zip_code ?? (country && city))
}

async function detailsOf(em: EntityManager, signup: Signup) {
  const names = await namesOfChoices(em, signup)
  const { first_name, last_name, former_last_name, email, phone, degree_year } = signup
  const college = names.college_code
  const details = {
    first_name,
    last_name,
    former_last_name,
    email,
    phone,
    degree_year,
    college,
    new_email: await waitingEmail(em, signup),
    address: addressOf(signup),
    help_roles: names.help_roles,
    affinities: names.affinity_codes,
    devices: (await listDevices(em, [signup.id])).length,
  }
  return { details, college }
}

/** An address as it is written on a letter, line by line. */
function addressOf({ street, city, state, zip_code, postal_code, country }: Signup): string[] {
  if (!zip_code && !city && !country) return street ? [street] : []
  const isAbroad = country !== null && country !== countryOfZips
  const town = isAbroad
    ? [[postal_code, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
    : [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [street, town, countryName(country ?? countryOfZips)].filter((line): line is string => Boolean(line))
}

function googleOf({ GOOGLE_CLIENT_ID }: Config, { google_uid, google_linked_at }: Signup) {
  if (!GOOGLE_CLIENT_ID) return null
  return { linked_at: google_uid && google_linked_at ? new Date(google_linked_at).toISOString() : null }
}
