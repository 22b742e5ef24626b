import { deletePublicationRequest } from '@alumni/shared/publications/publications'
import { byId as params } from '../../foundations/http/by-id.ts'
import type { FastifyRequest } from 'fastify'
import type { App, Context } from '../../foundations/context.ts'
import { needsProof, rowOf, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { answerRoutes } from './answer-routes.ts'
import { isUnanswered } from './answers.ts'
import type { Kind } from './kind.ts'
import { findRecord, listRecords } from './records.ts'
import { createPublication, deletePublication, movePublication, savePublication } from './write.ts'

/** The pages and actions with which staff write one kind of publication. */
export function staffPublicationRoutes(app: App, context: Context, kind: Kind): void {
  const { home, needs, contract, form, answers } = kind
  const { config } = context
  const one = { url: `${home}/:id`, needs }
  const find = rowOf(kind.table)
  const writing = (request: FastifyRequest) => ({ db: request.db, config, kind, by: signedIn(request) })
  const reply = { 200: contract.record }

  staffPage(
    app,
    { url: home, needs, schema: { querystring: contract.query, response: { 200: contract.page } } },
    ({ db, query }) => listRecords(kind, db, query),
  )
  staffPage(app, { url: `${home}/new`, needs, schema: { response: { 200: form.new } } }, ({ db }) =>
    form.choices(db, config),
  )
  for (const below of answers ? ['/edit'] : ['', '/edit'])
    staffPage(
      app,
      { ...one, url: one.url + below, find, schema: { params, response: { 200: form.edit } } },
      async ({ db, params: { id } }) =>
        form.show(await findRecord(kind, db, config, id), await form.choices(db, config)),
    )
  if (answers) answerRoutes(app, context, kind, answers)

  staffRoute(
    app,
    { url: home, needs, schema: { body: contract.create, response: { 201: contract.record } } },
    async (request, reply) => {
      const id = await createPublication(writing(request), request.body)
      return reply.code(201).send(await findRecord(kind, request.db, config, id))
    },
  )
  staffRoute(
    app,
    { ...one, method: 'PATCH', schema: { params, body: contract.change, response: reply } },
    async (request) => {
      const { id } = request.params
      await savePublication(writing(request), id, request.body)
      return findRecord(kind, request.db, config, id)
    },
  )
  staffRoute(
    app,
    { ...one, method: 'DELETE', schema: { params, body: deletePublicationRequest } },
    async (request, reply) => {
      await deletePublication(writing(request), request.params.id, request.body.version)
      return reply.code(204).send()
    },
  )
  staffRoute(
    app,
    { ...one, url: `${one.url}/moves`, schema: { params, body: contract.move, response: reply } },
    async (request) => {
      const { id } = request.params
      const confirms = kind.provenMoves?.[request.body.move]
      if (confirms && !isUnanswered((await findRecord(kind, request.db, config, id)).counts!))
        await needsProof(request, confirms)
      await movePublication(writing(request), id, request.body)
      return findRecord(kind, request.db, config, id)
    },
  )
}
