import { formatAnswer } from '@alumni/shared/champions/format-answer'
import { fieldOf, signupAnswerNames, type SignupAnswer } from '@alumni/shared/champions/answers'
import { isLocationComplete } from '@alumni/shared/champions/record'
import { hubPage, hubQuery } from '@alumni/shared/champions/profile'
import type { Card } from '@alumni/shared/publications/cards'
import { describeTopics } from '@alumni/shared/publications/list-letters'
import type { OwnAnswer } from '@alumni/shared/champions/sign-up'
import { signupIdsOf, type Signup } from '../record/find-signup.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { formatOwnAnswers } from '../record/own-answers.ts'
import { readChoices, type Choices } from '../sign-up/choices.ts'
import { getChampion, verifiedOnly } from '../sign-in/visitor.ts'
import { listDevices } from '../sign-in/devices.ts'
import { listUpcomingRsvps, listJoinedCommunities, listOpenResponses } from './answers.ts'
import { findPendingEmail } from './change-email.ts'
import { readWantedTopics } from '../record/letter-opt-outs.ts'

/** `signups` are the ids of the signup and of those merged into it. `college` is a name, not a code. */
export type SuggestCards = (
  db: Db,
  signup: Signup,
  signups: readonly number[],
  college: string | null,
) => Promise<Card[]>

export function hubRoutes(app: App, { config }: Context, suggestCards: SuggestCards): void {
  app.get('/profile', { ...verifiedOnly, schema: { querystring: hubQuery } }, async (request, reply) => {
    const { db, query } = request
    const signup = await getChampion(request)
    const signups = await signupIdsOf(db, signup.id)
    const choices = await readChoices(db, [signup])
    const [college = null] = formatAnswer('college_code', signup.college_code, choices)
    return reply.portalPage(hubPage, {
      name: signup.first_name ?? signup.last_name,
      notice: query.saved ?? null,
      is_location_missing: !isLocationComplete(signup),
      next: await suggestCards(db, signup, signups, college),
      answers: {
        events: await listUpcomingRsvps(db, signups),
        opportunities: await listOpenResponses(db, signups),
        communities: await listJoinedCommunities(db, signups),
      },
      details: detailsOf(signup, choices, await findPendingEmail(db, signup)),
      letters: {
        topics: describeTopics(await readWantedTopics(db, { buid: signup.buid, signup: signup.id })),
        reminders: signup.wants_reminders ? 'On' : 'Off',
      },
      devices: (await listDevices(db, signups)).length,
      google: googleOf(config, signup),
    })
  })
}

function detailsOf(signup: Signup, choices: Choices, newEmail: string | null): OwnAnswer[] {
  const editUrl = (name: SignupAnswer) => {
    const { group } = fieldOf(name)
    return group === 'signin' ? '/profile/email' : `/profile/${group}#${name}`
  }
  const pendingEmail = newEmail ? [`${newEmail} waits for its confirmation`] : []
  return formatOwnAnswers(signupAnswerNames, signup, choices, editUrl).map((row) =>
    row.href === '/profile/email' ? { ...row, value: [...row.value, ...pendingEmail] } : row,
  )
}

function googleOf({ GOOGLE_CLIENT_ID }: Config, { google_uid, google_linked_at }: Signup) {
  if (!GOOGLE_CLIENT_ID) return null
  return { linked_at: google_uid && google_linked_at ? new Date(google_linked_at).toISOString() : null }
}
