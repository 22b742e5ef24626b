import { z } from 'zod'
import {
  changeUserRequest,
  endedSessions,
  inviteRequest,
  listedUser,
  staffPolicy,
  usersPage,
  usersQuery,
} from '@alumni/shared/staff/users'
import { byId } from '../../foundations/http/by-id.ts'
import type { App } from '../../foundations/context.ts'
import { changePolicy, changeUser, endSessionsOf } from './change-user.ts'
import { requireStaffUser } from './identify.ts'
import { invite, inviteAgain, takeBackInvitation } from './invitations.ts'
import { staffPage, staffRoute } from './staff-page.ts'
import { findUser, listUsers, readPolicy } from './users.ts'

const url = '/users'
/** The staff's own accounts, for administrators. */
export function usersRoutes(app: App): void {
  staffPage(
    app,
    { url, needs: 'admin', schema: { querystring: usersQuery, response: { 200: usersPage } } },
    ({ db, query }) => listUsers(db, query),
  )

  staffRoute(
    app,
    {
      url,
      needs: 'admin',
      needsProof: 'Invite a person',
      schema: { body: inviteRequest, response: { 201: listedUser } },
    },
    async (request, reply) => {
      const id = await invite(request.db, request.body, requireStaffUser(request))
      return reply.code(201).send(await findUser(request.db, id))
    },
  )

  staffRoute(
    app,
    {
      method: 'PATCH',
      url: `${url}/:id`,
      needs: 'admin',
      needsProof: 'Change an account',
      schema: { params: byId, body: changeUserRequest, response: { 200: listedUser } },
    },
    async (request) => {
      await changeUser(request.db, request.params.id, request.body, requireStaffUser(request))
      return findUser(request.db, request.params.id)
    },
  )

  staffRoute(
    app,
    {
      url: `${url}/:id/invitation`,
      needs: 'admin',
      needsProof: 'Send the invitation again',
      schema: { params: byId, response: { 200: listedUser } },
    },
    async (request) => {
      await inviteAgain(request.db, request.params.id, requireStaffUser(request))
      return findUser(request.db, request.params.id)
    },
  )

  staffRoute(
    app,
    {
      method: 'DELETE',
      url: `${url}/:id/invitation`,
      needs: 'admin',
      schema: { params: byId, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await takeBackInvitation(request.db, request.params.id, requireStaffUser(request))
      return reply.code(204).send(null)
    },
  )

  staffRoute(
    app,
    { url: `${url}/:id/end_sessions`, needs: 'admin', schema: { params: byId, response: { 200: endedSessions } } },
    async (request) => ({ sessions: await endSessionsOf(request.db, request.params.id, requireStaffUser(request)) }),
  )

  staffRoute(
    app,
    {
      method: 'PATCH',
      url: `${url}/policy`,
      needs: 'admin',
      needsProof: 'Change who needs a second factor',
      schema: { body: staffPolicy, response: { 200: staffPolicy } },
    },
    async (request) => {
      await changePolicy(request.db, request.body.admins_need_second_factor, requireStaffUser(request))
      return readPolicy(request.db)
    },
  )
}
