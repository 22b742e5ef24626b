import {
  dataPage,
  devicesPage,
  devicesQuery,
  deletedPage,
  deleteForm,
  deletePage,
  lettersForm,
  lettersPage,
} from '@alumni/shared/champions/profile'
import { emptyForm, type FormState } from '@alumni/shared/portal'
import type { FastifyReply } from 'fastify'
import type { App, Context } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { readForm } from '../../foundations/http/read-form.ts'
import { ipHashOf } from '../record/activity-events.ts'
import { signupIdsOf, type Signup } from '../record/find-signup.ts'
import { championCookies, forgetVisitor } from '../sign-in/cookies.ts'
import { hasLinkedGoogle } from '../sign-in/google-identities.ts'
import { listDevices, revokeDevice, revokeDevices } from '../sign-in/devices.ts'
import { closeAllSessions } from '../sign-in/sessions.ts'
import { getChampion, verifiedOnly } from '../sign-in/visitor.ts'
import { listUpcomingRsvps, listJoinedCommunities, listOpenResponses } from './answers.ts'
import { readPersonalData, formatPersonalData } from './data.ts'
import { deleteSignup, type WithdrawAnswers } from './delete-signup.ts'
import { editRoutes, anyBody } from './edit-routes.ts'
import { emailRoutes } from './email-routes.ts'
import { hubRoutes, type SuggestCards } from './hub-routes.ts'
import { letterTopics } from '@alumni/shared/publications/list-letters'
import { changeOptOuts, readWantedTopics } from '../record/letter-opt-outs.ts'

export function profileRoutes(
  app: App,
  context: Context,
  suggestCards: SuggestCards,
  withdrawAnswers: WithdrawAnswers,
): void {
  hubRoutes(app, context, suggestCards)
  editRoutes(app, context)
  emailRoutes(app, context)
  letterRoutes(app)
  deviceRoutes(app, context)
  deleteRoutes(app, context, withdrawAnswers)
  dataRoutes(app, context)
}

function dataRoutes(app: App, { config }: Context): void {
  app.get('/profile/data', verifiedOnly, async (request, reply) => {
    const data = await readPersonalData(request.db, await getChampion(request))
    return reply.portalPage(dataPage, { sections: formatPersonalData(data, config.INSTITUTION_TIME_ZONE) })
  })

  app.get('/profile/data.json', verifiedOnly, async (request, reply) => {
    const data = await readPersonalData(request.db, await getChampion(request))
    const file = { made_at: new Date().toISOString(), made_by: config.institution.name, ...data }
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="champion-data.json"')
      .send(`${JSON.stringify(file, null, 2)}\n`)
  })
}

function deviceRoutes(app: App, { config }: Context): void {
  const cookies = championCookies(config)

  app.get('/profile/devices', { ...verifiedOnly, schema: { querystring: devicesQuery } }, async (request, reply) => {
    const signups = await signupIdsOf(request.db, (await getChampion(request)).id)
    const devices = await listDevices(request.db, signups, cookies.device.read(request))
    return reply.portalPage(devicesPage, { devices, notice: request.query.done ?? null })
  })

  app.post('/profile/devices/:id/revoke', { ...verifiedOnly, schema: { params: byId } }, async (request, reply) => {
    const { db, params } = request
    const signups = await signupIdsOf(db, (await getChampion(request)).id)
    const device = (await listDevices(db, signups)).find(({ id }) => id === params.id)
    if (!device) throw new HttpError(404, 'This device is no longer remembered.')
    const ipHash = ipHashOf(config, request)
    await revokeDevice(db, { signup: device.signup, device: device.id, reason: 'by the champion', ipHash })
    return reply.redirect('/profile/devices?done=revoked', 303)
  })

  app.post('/profile/devices/revoke', verifiedOnly, async (request, reply) => {
    const ipHash = ipHashOf(config, request)
    const { id } = await getChampion(request)
    await transact(request.db, async (db) => {
      const signups = await signupIdsOf(db, id)
      await revokeDevices(db, signups, { reason: 'by the champion', ipHash })
      await closeAllSessions(db, signups)
    })
    forgetVisitor(config, reply)
    return reply.redirect('/?done=signed-out-everywhere', 303)
  })
}

function deleteRoutes(app: App, { config }: Context, withdrawAnswers: WithdrawAnswers): void {
  app.get('/profile/delete', verifiedOnly, async (request, reply) =>
    show(request.db, reply, await getChampion(request), emptyForm),
  )

  app.post('/profile/delete', { ...verifiedOnly, schema: { body: anyBody } }, async (request, reply) => {
    const signup = await getChampion(request)
    const { form } = readForm(deleteForm, request.body)
    if (form) return show(request.db, reply, signup, form)
    await deleteSignup(request.db, signup, { ipHash: ipHashOf(config, request) }, withdrawAnswers)
    forgetVisitor(config, reply)
    return reply.redirect('/profile/deleted', 303)
  })

  app.get('/profile/deleted', { constraints: onExternal }, (_request, reply) => reply.portalPage(deletedPage, {}))
}

async function show(db: Db, reply: FastifyReply, signup: Signup, form: FormState): Promise<FastifyReply> {
  const signups = await signupIdsOf(db, signup.id)
  return reply.portalPage(deletePage, {
    form,
    email: signup.email,
    events: (await listUpcomingRsvps(db, signups)).filter(({ is_cancelled }) => !is_cancelled).length,
    responses: (await listOpenResponses(db, signups)).length,
    communities: (await listJoinedCommunities(db, signups)).length,
    has_google: await hasLinkedGoogle(db, signups),
    is_linked: signup.buid !== null,
  })
}

function letterRoutes(app: App): void {
  app.get('/profile/letters', verifiedOnly, async (request, reply) => {
    const signup = await getChampion(request)
    const topics = await readWantedTopics(request.db, { buid: signup.buid, signup: signup.id })
    const reminders = signup.wants_reminders ? ['on'] : []
    return reply.portalPage(lettersPage, { form: { values: { topics, reminders }, errors: {} } })
  })

  app.post('/profile/letters', { ...verifiedOnly, schema: { body: anyBody } }, async (request, reply) => {
    const { db, body } = request
    const signup = await getChampion(request)
    const { data, form } = readForm(lettersForm, body ?? {})
    if (form) return reply.portalPage(lettersPage, { form })
    const person = { buid: signup.buid, signup: signup.id }
    await transact(db, async (db) => {
      const { topics } = data
      const off = letterTopics.filter((topic) => !topics.includes(topic))
      const change = topics.length === 0 ? { off: ['all' as const] } : { on: ['all' as const, ...topics], off }
      await changeOptOuts(db, person, change, 'champion')
      await db.update('champion_signups', { id: signup.id }, { wants_reminders: data.reminders.length > 0 })
    })
    return reply.redirect('/profile?saved=letters', 303)
  })
}
