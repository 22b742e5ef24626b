import {
  attendeesPage,
  eventPage,
  eventParams,
  eventsPage,
  eventsQuery,
  type EventsQuery,
  peopleQuery,
  rsvpForm,
} from '@alumni/shared/publications/content'
import { formatFullAddress } from '@alumni/shared/publications/locations'
import { emptyForm, type FormState } from '@alumni/shared/portal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import type { Config } from '../../foundations/process/config.ts'
import { readForm, toRefusedForm } from '../../foundations/http/read-form.ts'
import { getChampion, verifiedOnlyOf } from '../../champions/index.ts'
import { acceptInvitation, declineInvitation, findAcceptBlocker } from '../events/answer-event.ts'
import { buildPublicEntry } from '../events/calendar-entry.ts'
import { buildQrCode, buildDoorCode, hasDoorCode } from '../events/door-code.ts'
import { listCommunityOptions } from '../communities/communities.ts'
import { buildEventList, findEvent, readEvents, findEventState, type EventRow } from '../events/events.ts'
import { renderMarkdown } from '../engine/markdown.ts'
import { readAttendees } from './people.ts'
import { rsvps } from '../events/rsvps.ts'
import { findAnswers } from '../engine/answers.ts'
import { answerByEmail, readAnswering, redirectToAnswer } from '../engine/email-answers.ts'
import { findByPlace } from '../engine/place-lists.ts'
import { findKnownChampion, toPicture, countPlacesLeft, findVerifiedChampion } from '../engine/site.ts'

const url = '/events/:event'
const verifiedOfEvent = verifiedOnlyOf(({ db, params }) => findEvent(db, (params as z.input<typeof eventParams>).event))

export function eventRoutes(app: App, { config }: Context): void {
  app.get('/events', { constraints: onExternal, schema: { querystring: eventsQuery } }, async (request, reply) => {
    const found = await readEventList(config, request, request.query, '/events')
    return reply.portalPage(eventsPage, {
      ...found,
      community: null,
      communities: await listCommunityOptions(request.db),
    })
  })

  const page = { constraints: onExternal, schema: { params: eventParams } }
  app.get(url, page, async (request, reply) =>
    showEvent(config, request, reply, await findEvent(request.db, request.params.event)),
  )

  app.get(
    `${url}/attendees`,
    { ...verifiedOfEvent, schema: { params: eventParams, querystring: peopleQuery } },
    async (request, reply) => {
      const { id, slug, title, starts_at, time_zone } = await findEvent(request.db, request.params.event)
      const found = await readAttendees(request.db, id, request.query.page)
      const event = { href: `/events/${slug}`, title, starts_at, time_zone }
      return reply.portalPage(attendeesPage, { event, ...found })
    },
  )

  app.get(`${url}/calendar.ics`, page, async ({ db, params }, reply) => {
    const event = await findEvent(db, params.event)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${event.slug.replaceAll(/[^\w-]/g, '')}.ics"`)
      .send(buildPublicEntry(config, event))
  })

  // A browser that restarts reloads the URL of a refused form with a GET.
  app.get(`${url}/rsvps`, page, async ({ db, params }, reply) =>
    reply.redirect(`/events/${(await findEvent(db, params.event)).slug}#answer`, 302),
  )

  const answering = { constraints: onExternal, schema: { params: eventParams, body: z.unknown() } }
  app.post(`${url}/rsvps`, answering, async (request, reply) => {
    const { db, body } = request
    const event = await findEvent(db, request.params.event)
    const signup = await findKnownChampion(request)
    if (!signup) {
      const refused = await answerByEmail(app, config, request, reply, {
        subject: { event_id: event.id },
        href: `/events/${event.slug}`,
        form: rsvpForm,
        findErrors: ({ guests }) => findAcceptBlocker(db, event.id, guests),
      })
      return refused ? showEvent(config, request, reply, event, refused) : reply
    }
    const { data, form } = readForm(rsvpForm, body)
    if (form) return showEvent(config, request, reply, event, form)
    const { reply: choice, guests } = data
    const answer = { event: event.id, signup: signup.id }
    const refusal = await (choice === 'yes'
      ? acceptInvitation(db, { ...answer, guests })
      : declineInvitation(db, answer))
    if (refusal) return showEvent(config, request, reply, event, toRefusedForm(body, refusal))
    const status = (await findAnswers(db, rsvps, signup.id, [event.id])).get(event.id)?.status
    return redirectToAnswer(request, reply, `/events/${event.slug}`, choice === 'no' ? 'no' : status)
  })

  const cancelling = { ...verifiedOfEvent, schema: answering.schema }
  app.post(`${url}/rsvps/cancel`, cancelling, async (request, reply) => {
    const { db, body } = request
    const event = await findEvent(db, request.params.event)
    const refusal = await declineInvitation(db, { event: event.id, signup: (await getChampion(request)).id })
    return refusal
      ? showEvent(config, request, reply, event, toRefusedForm(body, refusal))
      : redirectToAnswer(request, reply, `/events/${event.slug}`)
  })
}

export async function readEventList(config: Config, request: FastifyRequest, filters: EventsQuery, path: string) {
  const { db, server } = request
  const signup = await findVerifiedChampion(request)
  const zone = config.INSTITUTION_TIME_ZONE
  const context = { index: server.peopleIndex, signup, online: 'online' }
  const { ids, errors, shown } = await findByPlace(buildEventList(db, zone, path), context, filters)
  const { page: _page, time, community, ...otherFilters } = filters
  const values = {
    ...otherFilters,
    within: otherFilters.near && otherFilters.within,
    time: time === 'upcoming' ? '' : time,
    ...(path === '/events' && { community }),
  }
  return {
    ...(await readEvents(db, filters, { ids, zone }, signup?.id ?? null)),
    where: shown,
    filter: { values, errors },
  }
}

const dayMs = 24 * 60 * 60 * 1000

async function showEvent(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  event: EventRow,
  refused?: FormState,
) {
  const { db } = request
  const viewer = await findVerifiedChampion(request)
  const rsvp = (await findAnswers(db, rsvps, viewer?.id ?? null, [event.id])).get(event.id)
  const { status, guests } = rsvp ?? {}
  const isGoing = status === 'going' || status === 'attended'
  const { slug, body, places, taken, community_slug, community_name, address, is_online } = event
  return reply.portalPage(eventPage, {
    event: {
      ...event,
      href: `/events/${slug}`,
      html: renderMarkdown(body),
      picture: toPicture(event),
      address: is_online ? null : formatFullAddress([address], event) || null,
      link: is_online && isGoing ? address : null,
      community: community_slug ? { href: `/communities/${community_slug}`, name: community_name! } : null,
      going: taken,
      places_left: countPlacesLeft({ places, taken }),
      state: findEventState(event),
    },
    mine: rsvp
      ? {
          ...rsvp,
          place_in_line: rsvp.line,
          gets_reminder: viewer!.wants_reminders && Date.parse(event.starts_at) - Date.now() > dayMs,
          door: hasDoorCode(event, rsvp.status) ? buildQrCode(event.id, buildDoorCode(config, rsvp)) : null,
        }
      : null,
    answering: await readAnswering(request, config, { event_id: event.id }),
    form: refused ?? { ...emptyForm, values: guests === undefined ? {} : { guests: String(guests) } },
  })
}
