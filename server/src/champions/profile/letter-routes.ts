import { lettersForm, lettersPage } from '@alumni/shared/champions/profile'
import { letterTopics } from '@alumni/shared/publications/list-letters'
import type { App } from '../../foundations/context.ts'
import { transact } from '../../foundations/database/db.ts'
import { readForm } from '../../foundations/http/read-form.ts'
import { getChampion, verifiedOnly } from '../sign-in/visitor.ts'
import { anyBody } from './edit-routes.ts'
import { changeOptOuts, readWantedTopics } from '../record/letter-opt-outs.ts'

export function letterRoutes(app: App): void {
  app.get('/profile/letters', verifiedOnly, async (request, reply) => {
    const signup = await getChampion(request)
    const topics = await readWantedTopics(request.db, { buid: signup.buid, signup: signup.id })
    const reminders = signup.wants_reminders ? ['on'] : []
    return reply.portalPage(lettersPage, { form: { values: { topics, reminders }, errors: {} } })
  })

  app.post('/profile/letters', { ...verifiedOnly, schema: { body: anyBody } }, async (request, reply) => {
    const { db, body } = request
    const signup = await getChampion(request)
    const { data, form } = readForm(lettersForm, body ?? {})
    if (form) return reply.portalPage(lettersPage, { form })
    const person = { buid: signup.buid, signup: signup.id }
    await transact(db, async (db) => {
      const { topics } = data
      const off = letterTopics.filter((topic) => !topics.includes(topic))
      const change = topics.length === 0 ? { off: ['all' as const] } : { on: ['all' as const, ...topics], off }
      await changeOptOuts(db, person, change, 'champion')
      await db.update('champion_signups', { id: signup.id }, { wants_reminders: data.reminders.length > 0 })
    })
    return reply.redirect('/profile?saved=letters', 303)
  })
}
