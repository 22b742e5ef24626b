import {
  askChange,
  askChoices,
  askedPeoplePage,
  askedPeopleQuery,
  askedSummary,
  asksOfPerson,
  noteAsksReply,
  noteAsksRequest,
  reminderReply,
} from '@alumni/shared/publications/asks'
import { sql } from 'kysely'
import { z } from 'zod'
import { listSubjects } from '../../alumni/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { type ActionRequest, actions, rowOf } from '../../staff/index.ts'
import { eventKind } from '../events/kind.ts'
import { opportunityKind } from '../opportunities/kind.ts'
import { listAskedPeople, readAskedSummary } from './asked-people.ts'
import { readAsksOfPerson } from './asks-of-person.ts'
import { changeAsk, noteAsks, removeAsk } from './note-asks.ts'
import { draftReminder } from './remind.ts'

const url = '/asks'
const needs = 'staff'
const publishedConditions = { event: sql`e.published_at is not null`, opportunity: sql`o.published_at is not null` }
const personParams = z.object({ id: z.string().regex(/^B\d{8}$/) })

export function askRoutes(app: App, { config }: Context): void {
  const contextOf = ({ db, me }: ActionRequest) => ({ db, config, by: me })

  const all = actions(app, { url, needs })
  all.post('', { body: noteAsksRequest, reply: noteAsksReply }, async (act) => {
    const { buids, ...fields } = act.body
    return { people: await noteAsks(contextOf(act), buids, fields) }
  })
  all.get('/choices', { reply: askChoices }, async ({ db }) => ({
    subjects: await listSubjects(db, publishedConditions),
  }))
  const ask = actions(app, { url: `${url}/:id`, needs, params: byId })
  ask.patch('', { body: askChange }, (act) => changeAsk(contextOf(act), act.params.id, act.body))
  ask.delete('', {}, (act) => removeAsk(contextOf(act), act.params.id))
  actions(app, { url: '/alumni/:id', needs, params: personParams }).get(
    '/asks',
    { reply: asksOfPerson },
    ({ db, params }) => readAsksOfPerson(db, config, params.id),
  )
  for (const [kind, { home, table }] of [
    ['event', eventKind],
    ['opportunity', opportunityKind],
  ] as const) {
    const subject = actions(app, { url: `${home}/:id`, needs, params: byId })
    subject.get('/asks', { reply: askedSummary }, async ({ db, params }) => {
      await rowOf(table)({ db, params })
      return readAskedSummary(db, { kind, id: params.id })
    })
    subject.get('/asks/people', { query: askedPeopleQuery, reply: askedPeoplePage }, ({ db, params, query }) =>
      listAskedPeople(db, { kind, id: params.id }, query),
    )
    subject.post('/reminders', { reply: reminderReply }, async (act) => {
      await rowOf(table)(act)
      return { letter: await draftReminder(contextOf(act), { kind, id: act.params.id }) }
    })
  }
}
