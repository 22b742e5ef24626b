import { byId as params } from '../../foundations/http/by-id.ts'
import {
  addRsvpReply,
  addRsvpRequest,
  attendanceReply,
  attendanceRequest,
  checkInReply,
  checkInRequest,
} from '@alumni/shared/publications/staff-events'
import type { App, Context } from '../../foundations/context.ts'
import { signedIn, staffRoute } from '../../staff/index.ts'
import { addRsvp } from './add-rsvp.ts'
import { markEverybody, markRsvps } from './attendance.ts'
import { checkIn } from './check-in.ts'
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
    { ...one, url: `${one.url}/check_ins`, schema: { params, body: checkInRequest, response: { 200: checkInReply } } },
    (request) => checkIn(request.db, request.params.id, request.body, signedIn(request)),
  )
  staffRoute(
    app,
    { ...one, url: `${one.url}/rsvps`, schema: { params, body: addRsvpRequest, response: { 200: addRsvpReply } } },
    (request) => addRsvp(request.db, config, request.params.id, request.body, signedIn(request)),
  )
}
