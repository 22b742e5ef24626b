import {
  askChange,
  askChoices,
  askedSummary,
  asksOfPerson as personReply,
  noteAsksReply,
  noteAsksRequest,
  reminderReply,
} from '@alumni/shared/publications/asks'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { subjectsOf } from '../../alumni/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import { byId as params } from '../../foundations/http/by-id.ts'
import { rowOf, signedIn, staffRoute } from '../../staff/index.ts'
import { eventKind } from '../events/kind.ts'
import { opportunityKind } from '../opportunities/kind.ts'
import { readAskedSummary } from './asked-summary.ts'
import { asksOfPerson } from './asks-of-person.ts'
import { changeAsk, noteAsks, removeAsk } from './note-asks.ts'
import { draftReminder } from './remind.ts'

const home = '/asks'
const needs = 'staff'
const wereOnSite = { event: sql`e.published_at is not null`, opportunity: sql`o.published_at is not null` }
const ofPerson = z.object({ id: z.string().regex(/^B\d{8}$/) })

/** Adds the routes of asks. */
export function askRoutes(app: App, { config }: Context): void {
  const index = app.peopleIndex
  const noting = (request: FastifyRequest) => ({ db: request.db, config, by: signedIn(request) })

  staffRoute(
    app,
    { url: home, needs, schema: { body: noteAsksRequest, response: { 200: noteAsksReply } } },
    async (request) => {
      const { buids, ...ask } = request.body
      return { people: await noteAsks(noting(request), buids, ask) }
    },
  )
  staffRoute(
    app,
    { method: 'GET', url: `${home}/choices`, needs, schema: { response: { 200: askChoices } } },
    async ({ db }) => ({ subjects: await subjectsOf(db, wereOnSite) }),
  )
  staffRoute(
    app,
    { method: 'PATCH', url: `${home}/:id`, needs, schema: { params, body: askChange } },
    async (request, reply) => {
      await changeAsk(noting(request), request.params.id, request.body)
      return reply.code(204).send()
    },
  )
  staffRoute(app, { method: 'DELETE', url: `${home}/:id`, needs, schema: { params } }, async (request, reply) => {
    await removeAsk(noting(request), request.params.id)
    return reply.code(204).send()
  })
  staffRoute(
    app,
    { method: 'GET', url: '/alumni/:id/asks', needs, schema: { params: ofPerson, response: { 200: personReply } } },
    ({ db, params }) => asksOfPerson(db, config, params.id),
  )
  for (const [kind, of] of [
    ['event', eventKind],
    ['opportunity', opportunityKind],
  ] as const) {
    const preHandler = async ({ db, params }: FastifyRequest) =>
      rowOf(of.table)({ db, params: params as { id: number } })
    staffRoute(
      app,
      {
        method: 'GET',
        url: `${of.home}/:id/asks`,
        needs: of.needs,
        preHandler,
        schema: { params, response: { 200: askedSummary } },
      },
      ({ db, params: { id } }) => readAskedSummary(db, index, { kind, id }),
    )
    staffRoute(
      app,
      {
        url: `${of.home}/:id/reminders`,
        needs: of.needs,
        preHandler,
        schema: { params, response: { 200: reminderReply } },
      },
      async (request) => ({ letter: await draftReminder(noting(request), { kind, id: request.params.id }) }),
    )
  }
}
