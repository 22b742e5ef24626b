import {
  changeUserRequest,
  signOutReply,
  inviteRequest,
  listedUser,
  staffPolicy,
  usersPage,
  usersQuery,
} from '@alumni/shared/staff/users'
import { byId } from '../../foundations/http/by-id.ts'
import type { App } from '../../foundations/context.ts'
import { changePolicy, changeUser, closeUserSessions } from './change-user.ts'
import { invite, inviteAgain, takeBackInvitation } from './invitations.ts'
import { actions } from './actions.ts'
import { findUser, listUsers, readPolicy } from './users.ts'

const url = '/users'
const needs = 'admin'

export function usersRoutes(app: App): void {
  const all = actions(app, { url, needs })
  all.page('', { query: usersQuery, reply: usersPage }, ({ db, query }) => listUsers(db, query))
  const userActions = actions(app, {
    url: `${url}/:id`,
    needs,
    params: byId,
    answer: { reply: listedUser, read: ({ db, params }) => findUser(db, params.id) },
  })
  all.post('', { body: inviteRequest, created: listedUser, proof: 'Invite a person' }, async ({ db, body, me }) =>
    findUser(db, await invite(db, body, me)),
  )
  userActions.patch('', { body: changeUserRequest, proof: 'Change an account' }, ({ db, params, body, me }) =>
    changeUser(db, params.id, body, me),
  )
  userActions.post('/invitation', { proof: 'Send the invitation again' }, ({ db, params, me }) =>
    inviteAgain(db, params.id, me),
  )
  actions(app, { url: `${url}/:id/invitation`, needs, params: byId }).delete('', {}, ({ db, params, me }) =>
    takeBackInvitation(db, params.id, me),
  )
  userActions.post('/end_sessions', { reply: signOutReply }, async ({ db, params, me }) => ({
    sessions: await closeUserSessions(db, params.id, me),
  }))
  all.patch(
    '/policy',
    { body: staffPolicy, reply: staffPolicy, proof: 'Change who needs a second factor' },
    async ({ db, body, me }) => {
      await changePolicy(db, body.admins_need_second_factor, me)
      return readPolicy(db)
    },
  )
}
