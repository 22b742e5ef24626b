import type { FastifyReply } from 'fastify'
import { emptyForm, type FormState } from '@alumni/shared/portal'
import { deletedPage, deleteForm, deletePage } from '@alumni/shared/champions/profile'
import { idsStandingFor, type Signup } from '../record/find-signup.ts'
import { ipHashOf } from '../record/activity-events.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { readForm } from '../../foundations/http/read-form.ts'
import { champion, verifiedOnly } from '../sign-in/visitor.ts'
import { forgetVisitor } from '../sign-in/cookies.ts'
import { comingRsvps, joinedCommunities, openResponses } from './answers.ts'
import { deleteSignup } from './delete-signup.ts'
import { anyBody } from './edit-routes.ts'

/** Deleting one's signup: what that means is said first. */
export function deleteRoutes(app: App, { config }: Context): void {
  app.get('/profile/delete', verifiedOnly, async (request, reply) =>
    show(request.db, reply, await champion(request), emptyForm),
  )

  app.post('/profile/delete', { ...verifiedOnly, schema: { body: anyBody } }, async (request, reply) => {
    const signup = await champion(request)
    const { form } = readForm(deleteForm, request.body)
    if (form) return show(request.db, reply, signup, form)
    await deleteSignup(request.db, signup, { ipHash: ipHashOf(config, request) })
    forgetVisitor(config, reply)
    return reply.redirect('/profile/deleted', 303)
  })

  app.get('/profile/deleted', { constraints: onExternal }, (_request, reply) => reply.portalPage(deletedPage, {}))
}

async function show(db: Db, reply: FastifyReply, signup: Signup, form: FormState): Promise<FastifyReply> {
  const signups = await idsStandingFor(db, signup.id)
  return reply.portalPage(deletePage, {
    form,
    email: signup.email,
    events: (await comingRsvps(db, signups)).length,
    responses: (await openResponses(db, signups)).length,
    communities: (await joinedCommunities(db, signups)).length,
    is_linked: signup.buid !== null,
  })
}
