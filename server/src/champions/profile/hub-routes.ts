import { isLocationComplete } from '@alumni/shared/champions/record'
import { countryName } from '@alumni/shared/countries'
import { hubPage, hubQuery } from '@alumni/shared/champions/profile'
import { countryOfZips } from '@alumni/shared/champions/sign-up'
import { answers } from '../record/answers.ts'
import { idsStandingFor, type Signup } from '../record/find-signup.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { champion, verifiedOnly } from '../sign-in/visitor.ts'
import { listDevices } from '../sign-in/devices.ts'
import { comingRsvps, joinedCommunities, openResponses } from './answers.ts'
import { waitingEmail } from './change-email.ts'
import { namesOfChoices } from './edit-routes.ts'

export function hubRoutes(app: App, { config }: Context): void {
  app.get('/profile', { ...verifiedOnly, schema: { querystring: hubQuery } }, async (request, reply) => {
    const { db, query } = request
    const signup = await champion(request)
    const signups = await idsStandingFor(db, signup.id)
    const { details, college } = await detailsOf(db, signup, signups)
    return reply.portalPage(hubPage, {
      name: signup.first_name ?? signup.last_name,
      notice: query.saved ?? null,
      is_location_missing: !isLocationComplete(signup),
      next: await answers().suggest(db, signup, signups, college),
      answers: {
        events: await comingRsvps(db, signups),
        opportunities: await openResponses(db, signups),
        communities: await joinedCommunities(db, signups),
      },
      details,
      google: googleOf(config, signup),
    })
  })
}

async function detailsOf(db: Db, signup: Signup, signups: readonly number[]) {
  const names = await namesOfChoices(db, signup)
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
    new_email: await waitingEmail(db, signup),
    address: addressOf(signup),
    help_roles: names.help_roles,
    affinities: names.affinity_codes,
    devices: (await listDevices(db, signups)).length,
  }
  return { details, college }
}

/** An address as it is written on a letter, line by line. */
function addressOf({ street, city, state, zip_code, postal_code, country }: Signup): string[] {
  if (!zip_code && !city && !country) return street ? [street] : []
  const isAbroad = country !== null && country !== countryOfZips
  const town = isAbroad
    ? [[postal_code, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
    : [[city, state].filter(Boolean).join(', '), zip_code].filter(Boolean).join(' ')
  return [street, town, countryName(country)].filter((line): line is string => Boolean(line))
}

function googleOf({ GOOGLE_CLIENT_ID }: Config, { google_uid, google_linked_at }: Signup) {
  if (!GOOGLE_CLIENT_ID) return null
  return { linked_at: google_uid && google_linked_at ? new Date(google_linked_at).toISOString() : null }
}
