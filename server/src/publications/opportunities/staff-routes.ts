import { deleteOfferRequest, offerParams as params } from '@alumni/shared/publications/publications'
import {
  changeOpportunityRequest,
  createOpportunityRequest,
  decideReply,
  decideRequest,
  moveOpportunityRequest,
  opportunityRecord,
  responsesQuery,
  staffOpportunitiesPage,
  staffOpportunitiesQuery,
  staffOpportunityPage,
} from '@alumni/shared/publications/staff-opportunities'
import { z } from 'zod'
import { createContent, deleteContent, saveContent } from '../content/keep-content.ts'
import type { App, Context } from '../../foundations/context.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { rowOf, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { decideMany } from './decide.ts'
import { keptOpportunity } from './keep-opportunity.ts'
import { readOpportunity, responseRows, responsesHeader } from './list-responses.ts'
import { moveOpportunity } from './move-opportunity.ts'
import { listOpportunities } from './staff-list.ts'
import { findRecord } from './staff-record.ts'

const home = '/champion_signups/opportunities'
const find = rowOf('opportunities')
const one = { url: `${home}/:id`, needs: 'staff' } as const

/** Staff write opportunities, and decide about the answers. */
export function staffOpportunityRoutes(app: App, { config }: Context): void {
  staffPage(
    app,
    {
      url: home,
      needs: 'staff',
      schema: { querystring: staffOpportunitiesQuery, response: { 200: staffOpportunitiesPage } },
    },
    ({ db, query }) => listOpportunities(db, query),
  )
  staffPage(app, { url: `${home}/new`, needs: 'staff', schema: { response: { 200: z.object({}) } } }, () => ({}))
  staffPage(
    app,
    { ...one, find, schema: { params, querystring: responsesQuery, response: { 200: staffOpportunityPage } } },
    ({ db, params, query }) => readOpportunity(db, config, params.id, query),
  )
  staffPage(
    app,
    { ...one, find, url: `${one.url}/edit`, schema: { params, response: { 200: opportunityRecord } } },
    ({ db, params }) => findRecord(db, config, params.id),
  )

  staffRoute(
    app,
    { url: home, needs: 'staff', schema: { body: createOpportunityRequest, response: { 201: opportunityRecord } } },
    async (request, reply) => {
      const id = await createContent(keptOpportunity, request.db, config, request.body, signedIn(request))
      return reply.code(201).send(await findRecord(request.db, config, id))
    },
  )
  staffRoute(
    app,
    {
      ...one,
      method: 'PATCH',
      schema: { params, body: changeOpportunityRequest, response: { 200: opportunityRecord } },
    },
    async (request) => {
      await saveContent(keptOpportunity, request.db, config, request.params.id, request.body, signedIn(request))
      return findRecord(request.db, config, request.params.id)
    },
  )
  staffRoute(
    app,
    { ...one, method: 'DELETE', schema: { params, body: deleteOfferRequest } },
    async (request, reply) => {
      const { db, params, body } = request
      await deleteContent(keptOpportunity, db, config, params.id, body.version, signedIn(request))
      return reply.code(204).send()
    },
  )
  staffRoute(
    app,
    {
      ...one,
      url: `${one.url}/moves`,
      schema: { params, body: moveOpportunityRequest, response: { 200: opportunityRecord } },
    },
    async (request) => {
      await moveOpportunity(request.db, config, request.params.id, request.body, signedIn(request))
      return findRecord(request.db, config, request.params.id)
    },
  )

  staffRoute(
    app,
    { ...one, url: `${one.url}/decisions`, schema: { params, body: decideRequest, response: { 200: decideReply } } },
    (request) => decideMany(request.db, request.params.id, request.body, signedIn(request)),
  )
  staffRoute(
    app,
    {
      ...one,
      method: 'GET',
      url: `${one.url}/responses.csv`,
      needsProof: true,
      schema: { params },
      handlerTimeout: 10 * 60_000,
    },
    async ({ db, params: { id } }, reply) => {
      const { slug } = await findRecord(db, config, id)
      return sendCsv(reply, `${slug}-answers.csv`, responsesHeader, responseRows(db, id))
    },
  )
}
