import {
  deleteOfferRequest,
  offerParams as params,
  textPreviewReply,
  textPreviewRequest,
} from '@alumni/shared/publications/publications'
import {
  addRsvpReply,
  addRsvpRequest,
  attendanceReply,
  attendanceRequest,
  changeEventRequest,
  checkInReply,
  checkInRequest,
  createEventRequest,
  editEventPage,
  eventRecord,
  moveEventRequest,
  newEventPage,
  rsvpsQuery,
  staffEventPage,
  staffEventsPage,
  staffEventsQuery,
} from '@alumni/shared/publications/staff-events'
import type { App, Context } from '../../foundations/context.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { rowOf, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { addRsvp } from './add-rsvp.ts'
import { markEverybody, markRsvps } from './attendance.ts'
import { checkIn } from './check-in.ts'
import { createContent, deleteContent, saveContent } from './keep-content.ts'
import { keptEvent } from './keep-event.ts'
import { communityChoices } from './known-community.ts'
import { readEvent, rsvpRows, rsvpsHeader } from './list-rsvps.ts'
import { htmlOf } from './markdown.ts'
import { moveEvent } from './move-event.ts'
import { listEvents } from './staff-event-list.ts'
import { findEventRecord } from './staff-event-record.ts'

const home = '/champion_signups/events'
const find = rowOf('events')
const one = { url: `${home}/:id`, needs: 'staff' } as const

/** Staff write events, and say who came. */
export function staffEventRoutes(app: App, context: Context): void {
  eventPages(app, context)
  eventActions(app, context)
  answerActions(app, context)
  staffRoute(
    app,
    {
      url: '/champion_signups/text_previews',
      needs: 'staff',
      schema: { body: textPreviewRequest, response: { 200: textPreviewReply } },
    },
    ({ body }) => ({ html: htmlOf(body.text) }),
  )
}

function eventPages(app: App, { config }: Context): void {
  staffPage(
    app,
    { url: home, needs: 'staff', schema: { querystring: staffEventsQuery, response: { 200: staffEventsPage } } },
    ({ db, query }) => listEvents(db, query),
  )
  staffPage(
    app,
    { url: `${home}/new`, needs: 'staff', schema: { response: { 200: newEventPage } } },
    async ({ db }) => ({ communities: await communityChoices(db) }),
  )
  staffPage(
    app,
    { ...one, find, schema: { params, querystring: rsvpsQuery, response: { 200: staffEventPage } } },
    ({ db, params, query }) => readEvent(db, config, params.id, query),
  )
  // The check-in begins from the same.
  for (const page of ['edit', 'check_in'])
    staffPage(
      app,
      { ...one, find, url: `${one.url}/${page}`, schema: { params, response: { 200: editEventPage } } },
      async ({ db, params }) => ({
        event: await findEventRecord(db, config, params.id),
        communities: await communityChoices(db),
      }),
    )
}

function eventActions(app: App, { config }: Context): void {
  staffRoute(
    app,
    { url: home, needs: 'staff', schema: { body: createEventRequest, response: { 201: eventRecord } } },
    async (request, reply) => {
      const id = await createContent(keptEvent, request.db, config, request.body, signedIn(request))
      return reply.code(201).send(await findEventRecord(request.db, config, id))
    },
  )
  staffRoute(
    app,
    { ...one, method: 'PATCH', schema: { params, body: changeEventRequest, response: { 200: eventRecord } } },
    async (request) => {
      await saveContent(keptEvent, request.db, config, request.params.id, request.body, signedIn(request))
      return findEventRecord(request.db, config, request.params.id)
    },
  )
  staffRoute(
    app,
    { ...one, method: 'DELETE', schema: { params, body: deleteOfferRequest } },
    async (request, reply) => {
      const { db, params, body } = request
      await deleteContent(keptEvent, db, config, params.id, body.version, signedIn(request))
      return reply.code(204).send()
    },
  )
  staffRoute(
    app,
    { ...one, url: `${one.url}/moves`, schema: { params, body: moveEventRequest, response: { 200: eventRecord } } },
    async (request) => {
      await moveEvent(request.db, config, request.params.id, request.body, signedIn(request))
      return findEventRecord(request.db, config, request.params.id)
    },
  )
}

function answerActions(app: App, { config }: Context): void {
  staffRoute(
    app,
    {
      ...one,
      url: `${one.url}/attendance`,
      schema: { params, body: attendanceRequest, response: { 200: attendanceReply } },
    },
    (request) => {
      const { db, params, body } = request
      return 'ids' in body
        ? markRsvps(db, params.id, body, signedIn(request))
        : markEverybody(db, params.id, body, signedIn(request))
    },
  )
  staffRoute(
    app,
    { ...one, url: `${one.url}/check_ins`, schema: { params, body: checkInRequest, response: { 200: checkInReply } } },
    (request) => checkIn(request.db, request.params.id, request.body, signedIn(request)),
  )
  staffRoute(
    app,
    { ...one, url: `${one.url}/rsvps`, schema: { params, body: addRsvpRequest, response: { 200: addRsvpReply } } },
    (request) => addRsvp(request.db, config, request.params.id, request.body, signedIn(request)),
  )
  staffRoute(
    app,
    {
      ...one,
      method: 'GET',
      url: `${one.url}/rsvps.csv`,
      needsProof: true,
      schema: { params },
      handlerTimeout: 10 * 60_000,
    },
    async ({ db, params: { id } }, reply) => {
      const { slug } = await findEventRecord(db, config, id)
      return sendCsv(reply, `${slug}-answers.csv`, rsvpsHeader, rsvpRows(db, id))
    },
  )
}
