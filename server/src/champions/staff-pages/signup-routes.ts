import {
  linkRequest,
  linkSuggestions,
  signupEdit,
  signupPage,
  timelinePage,
  timelineQuery,
} from '@alumni/shared/champions/staff-page'
import { byId, rowId } from '../../foundations/http/by-id.ts'
import type { App } from '../../foundations/context.ts'
import { type ActionRequest, actions, assertProven, rowOf } from '../../staff/index.ts'
import { revokeDeviceByStaff, signOutEverywhere, unlinkGoogleByStaff } from './signup-access.ts'
import { deleteSignupByStaff, restoreSignup } from './signup-deletion.ts'
import { editByStaff, changesEmail } from './signup-edit.ts'
import { linkSignup, unlinkSignup } from './signup-link.ts'
import { noteRoutes } from './notes.ts'
import type { WithdrawAnswers } from '../profile/delete-signup.ts'
import { readSignupPage } from './signup-page.ts'
import { suggestLinks } from './signup-suggestions.ts'
import { timelineOf } from './signup-timeline.ts'

const url = '/champion_signups/:id'
const needs = 'staff'
const readPage = ({ db, params, me }: ActionRequest<{ id: number }>) => readSignupPage(db, params.id, me)
const answer = { reply: signupPage, read: readPage }

export function staffSignupRoutes(app: App, withdrawAnswers: WithdrawAnswers): void {
  const signupActions = actions(app, { url, needs, params: byId, answer })
  signupActions.page('', { reply: signupPage, find: rowOf('champion_signups') }, readPage)
  signupActions.get('/timeline', { query: timelineQuery, reply: timelinePage }, ({ db, params, query }) =>
    timelineOf(db, params.id, query.page),
  )
  signupActions.get('/suggestions', { reply: linkSuggestions }, ({ db, params }) =>
    suggestLinks(db, app.peopleIndex, params.id),
  )
  signupActions.post('/link', { body: linkRequest }, ({ db, params, body, me }) =>
    linkSignup(db, params.id, body.buid, me),
  )
  signupActions.post('/unlink', { body: linkRequest }, ({ db, params, body, me }) =>
    unlinkSignup(db, params.id, body.buid, me),
  )
  signupActions.patch('', { body: signupEdit }, async ({ db, params, body, me, request }) => {
    if (changesEmail(body)) await assertProven(request, 'Change the address they sign in with')
    await editByStaff(db, params.id, body, me)
  })
  signupActions.delete('', {}, ({ db, params, me }) => deleteSignupByStaff(db, params.id, me, withdrawAnswers))
  signupActions.post('/restore', {}, ({ db, params, me }) => restoreSignup(db, params.id, me))

  signupActions.delete('/devices', {}, ({ db, params, me }) => signOutEverywhere(db, params.id, me))
  signupActions.delete('/google', {}, ({ db, params, me }) => unlinkGoogleByStaff(db, params.id, me))
  const device = actions(app, { url: `${url}/devices/:device`, needs, params: byId.extend({ device: rowId }), answer })
  device.delete('', {}, ({ db, params, me }) => revokeDeviceByStaff(db, params.id, params.device, me))

  noteRoutes(app)
}
