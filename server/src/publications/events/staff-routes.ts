import { doorPage, doorRequest } from '@alumni/shared/publications/door'
import {
  addRsvpReply,
  addRsvpRequest,
  attendanceReply,
  attendanceRequest,
} from '@alumni/shared/publications/staff-events'
import type { App, Context } from '../../foundations/context.ts'
import { byId as params } from '../../foundations/http/by-id.ts'
import { actions, rowOf } from '../../staff/index.ts'
import { addRsvp, markEveryone, markRsvps } from './attendance.ts'
import { markAtDoor, readDoor } from './door.ts'
import { eventKind } from './kind.ts'

export function attendanceRoutes(app: App, { config }: Context): void {
  const { home, needs } = eventKind
  const url = `${home}/:id`
  const event = actions(app, { url, needs, params })
  event.post('/attendance', { body: attendanceRequest, reply: attendanceReply }, ({ db, params, body, me }) =>
    'ids' in body
      ? markRsvps(db, params.id, { ...body, loadedStatus: body.seen }, me)
      : markEveryone(db, params.id, body, me),
  )
  event.post('/rsvps', { body: addRsvpRequest, reply: addRsvpReply }, ({ db, params, body, me }) =>
    addRsvp(db, config, params.id, body, me),
  )
  event.page('/door', { reply: doorPage, find: rowOf('events') }, ({ db, params, me }) =>
    readDoor(db, config, params.id, me),
  )
  event.post('/door', { body: doorRequest, reply: attendanceReply }, ({ db, params, body, me }) =>
    markAtDoor(db, params.id, body.marks, me),
  )
}
