import { byId as params } from '../../foundations/http/by-id.ts'
import {
  addRsvpReply,
  addRsvpRequest,
  attendanceReply,
  attendanceRequest,
} from '@alumni/shared/publications/staff-events'
import { doorPage, doorRequest } from '@alumni/shared/publications/door'
import type { App, Context } from '../../foundations/context.ts'
import { rowOf, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { addRsvp } from './add-rsvp.ts'
import { markEverybody, markRsvps } from './attendance.ts'
import { markAtDoor, readDoor } from './door.ts'
import { eventKind } from './kind.ts'

const one = { url: `${eventKind.home}/:id`, needs: 'staff' } as const

/** Staff say who came to an event, and answer for champions. */
export function attendanceRoutes(app: App, { config }: Context): void {
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
    { ...one, url: `${one.url}/rsvps`, schema: { params, body: addRsvpRequest, response: { 200: addRsvpReply } } },
    (request) => addRsvp(request.db, config, request.params.id, request.body, signedIn(request)),
  )
  const door = { ...one, url: `${one.url}/door` }
  staffPage(app, { ...door, find: rowOf('events'), schema: { params, response: { 200: doorPage } } }, (request) =>
    readDoor(request.db, config, request.params.id, signedIn(request)),
  )
  staffRoute(app, { ...door, schema: { params, body: doorRequest, response: { 200: attendanceReply } } }, (request) =>
    markAtDoor(request.db, request.params.id, request.body.marks, signedIn(request)),
  )
}
