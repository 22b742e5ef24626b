import type { FastifyReply } from 'fastify'
import { emptyForm, type FormState } from '@alumni/shared/portal'
import { deletedPage, deleteForm, deletePage } from '@alumni/shared/champions/profile'
import { idsStandingFor, type Signup } from '../record/find-signup.ts'
import { ipHashOf } from '../record/activity-events.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
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
    show(request.em, reply, await champion(request), emptyForm),
  )

  app.post('/profile/delete', { ...verifiedOnly, schema: { body: anyBody } }, async (request, reply) => {
    const signup = await champion(request)
    const { form } = readForm(deleteForm, request.body)
    if (form) return show(request.em, reply, signup, form)
    await deleteSignup(request.em, signup, { ipHash: ipHashOf(config, request) })
    forgetVisitor(config, reply)
    return reply.redirect('/profile/deleted', 303)
  })

  app.get('/profile/deleted', { constraints: onExternal }, (_request, reply) => reply.portalPage(deletedPage, {}))
}

async function show(em: EntityManager, reply: FastifyReply, signup: Signup, form: FormState): Promise<FastifyReply> {
  const signups = await idsStandingFor(em, signup.id)
  return reply.portalPage(deletePage, {
    form,
    email: signup.email,
    events: (await comingRsvps(em, signups)).length,
    responses: (await openResponses(em, signups)).length,
    communities: (await joinedCommunities(em, signups)).length,
    is_linked: signup.buid !== null,
  })
}
