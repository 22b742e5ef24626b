import {
  opportunitiesPage,
  opportunitiesQuery,
  opportunityKindNames,
  opportunityPage,
  opportunityParams,
  responseForm,
  whereToHelp,
} from '@alumni/shared/publications/opportunities'
import { answererChoice } from '@alumni/shared/publications/answers'
import { emptyForm } from '@alumni/shared/portal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ipHashOf, getChampion, verifiedOnlyOf } from '../../champions/index.ts'
import { findAnswers } from '../engine/answers.ts'
import { answerByEmail, readAnswering, redirectToAnswer } from '../engine/email-answers.ts'
import { renderMarkdown } from '../engine/markdown.ts'
import { findByPlace } from '../engine/place-lists.ts'
import {
  findPublished,
  findKnownChampion,
  toPicture,
  countPlacesLeft,
  findVerifiedChampion,
  findViewerId,
} from '../engine/site.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Config } from '../../foundations/process/config.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { readForm, toRefusedForm } from '../../foundations/http/read-form.ts'
import { hrefOf, buildOpportunityList, readOpportunities } from './cards.ts'
import { opportunityKind } from './kind.ts'
import { selectPublishedOpportunities, type OpportunityRow } from './opportunities.ts'
import { findClosedReason, offerHelp, withdrawOffer } from './respond.ts'
import { responses } from './responses.ts'

const url = '/opportunities/:opportunity'
const verifiedOfOpportunity = verifiedOnlyOf(({ db, params }) =>
  findOpportunity(db, (params as z.input<typeof opportunityParams>).opportunity),
)

export function opportunityRoutes(app: App, { config }: Context): void {
  app.get(
    '/opportunities',
    { constraints: onExternal, schema: { querystring: opportunitiesQuery } },
    async (request, reply) => {
      const { db, query, server } = request
      const { page: _page, ...filter } = query
      const known = Object.entries({ ...filter, within: filter.near && filter.within }).filter(
        (entry): entry is [string, string] => Boolean(entry[1]),
      )
      const signup = await findVerifiedChampion(request)
      const zone = config.INSTITUTION_TIME_ZONE
      const context = { index: server.peopleIndex, signup, online: 'from anywhere' }
      const { ids, errors, shown } = await findByPlace(buildOpportunityList(db, zone), context, query)
      return reply.portalPage(opportunitiesPage, {
        ...(await readOpportunities(db, query, { ids, zone }, signup?.id ?? null)),
        where: shown,
        filter: { values: Object.fromEntries(known), errors },
      })
    },
  )

  const page = { constraints: onExternal, schema: { params: opportunityParams } }
  app.get(url, page, async (request, reply) =>
    show(config, request, reply, await findOpportunity(request.db, request.params.opportunity)),
  )

  // A browser that restarts reloads the URL of a refused form with a GET.
  app.get(`${url}/responses`, page, async ({ db, params }, reply) =>
    reply.redirect(`${hrefOf(await findOpportunity(db, params.opportunity))}#answer`, 302),
  )

  app.post(
    `${url}/responses`,
    { constraints: onExternal, schema: { params: opportunityParams, body: z.unknown() } },
    async (request, reply) => {
      const opportunity = await findOpportunity(request.db, request.params.opportunity)
      const contract = responseForm({ asks: opportunity.question !== null })
      const signup = await findKnownChampion(request)
      if (!signup) {
        const refused = await answerByEmail(app, config, request, reply, {
          subject: { opportunity_id: opportunity.id },
          href: hrefOf(opportunity),
          form: contract,
          findErrors: async () => findClosedReason(opportunity),
        })
        return refused ? show(config, request, reply, opportunity, refused) : reply
      }
      const responder = { opportunity: opportunity.id, signup: signup.id, ipHash: ipHashOf(config, request) }
      if (answererChoice.safeParse(request.body).data?.reply === 'no') {
        await withdrawOffer(request.db, responder)
        return redirectToAnswer(request, reply, hrefOf(opportunity), 'no')
      }
      const { data, form } = readForm(contract, request.body)
      if (form) return show(config, request, reply, opportunity, form)
      const refusal = await offerHelp(request.db, responder, data)
      if (refusal) return show(config, request, reply, opportunity, toRefusedForm(request.body, { form: refusal }))
      const status = (await findAnswers(request.db, responses, signup.id, [opportunity.id])).get(opportunity.id)?.status
      return redirectToAnswer(request, reply, hrefOf(opportunity), status === 'waiting' ? 'waiting' : 'going')
    },
  )

  app.post(
    `${url}/responses/withdraw`,
    { ...verifiedOfOpportunity, schema: { params: opportunityParams } },
    async (request, reply) => {
      const opportunity = await findOpportunity(request.db, request.params.opportunity)
      await withdrawOffer(request.db, { opportunity: opportunity.id, signup: (await getChampion(request)).id })
      return reply.redirect(`${hrefOf(opportunity)}#answer`, 303)
    },
  )
}

function findOpportunity(db: Db, key: string): Promise<OpportunityRow> {
  const message = 'We have no such opportunity. It may have been taken down.'
  return findPublished(db, opportunityKind, selectPublishedOpportunities(db), key, message)
}

async function show(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  opportunity: OpportunityRow,
  form = emptyForm,
) {
  const { id } = opportunity
  const response = (await findAnswers(request.db, responses, await findViewerId(request), [id])).get(id)
  return reply.portalPage(opportunityPage, {
    opportunity: {
      ...opportunity,
      href: hrefOf(opportunity),
      html: renderMarkdown(opportunity.body),
      kind: opportunityKindNames[opportunity.kind],
      picture: toPicture(opportunity),
      where: whereToHelp(opportunity),
      places_left: countPlacesLeft(opportunity),
    },
    response: response ?? null,
    can_respond: opportunity.is_open && (!response || response.status === 'withdrawn'),
    answering: await readAnswering(request, config, { opportunity_id: id }),
    form,
  })
}
