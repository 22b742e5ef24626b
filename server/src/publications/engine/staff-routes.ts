import { deletePublicationRequest } from '@alumni/shared/publications/publications'
import type { App, Context } from '../../foundations/context.ts'
import { byId as params } from '../../foundations/http/by-id.ts'
import { actions, type ActionRequest, assertProven, rowOf } from '../../staff/index.ts'
import { answerRoutes } from './answer-routes.ts'
import { hasNoAnswers } from './answers.ts'
import type { Kind } from './kind.ts'
import { findRecord, listRecords } from './records.ts'
import { createPublication, deletePublication, movePublication, savePublication } from './write.ts'

export function staffPublicationRoutes(app: App, context: Context, kind: Kind): void {
  const { home, needs, contract, form, answers } = kind
  const { config } = context
  const record = { url: `${home}/:id`, needs, params }
  const find = rowOf(kind.table)
  const writing = ({ db, me }: ActionRequest) => ({ db, config, kind, by: me })
  const recordOf = ({ db, params }: ActionRequest<{ id: number }>) => findRecord(kind, db, config, params.id)

  const list = actions(app, { url: home, needs })
  list.page('', { query: contract.query, reply: contract.page }, ({ db, query }) => listRecords(kind, db, query))
  list.page('/new', { reply: form.new }, ({ db }) => form.choices(db, config))
  for (const below of answers ? ['/edit'] : ['', '/edit'])
    actions(app, record).page(below, { reply: form.edit, find }, async ({ db, params: { id } }) =>
      form.show(await findRecord(kind, db, config, id), await form.choices(db, config)),
    )
  if (answers) answerRoutes(app, context, kind, answers)

  list.post('', { body: contract.create, created: contract.record }, async (act) =>
    findRecord(kind, act.db, config, await createPublication(writing(act), act.body)),
  )
  actions(app, record).delete('', { body: deletePublicationRequest }, (act) =>
    deletePublication(writing(act), act.params.id, act.body.version),
  )
  const changes = actions(app, { ...record, answer: { reply: contract.record, read: recordOf } })
  changes.patch('', { body: contract.change }, (act) => savePublication(writing(act), act.params.id, act.body))
  changes.post('/moves', { body: contract.move }, async (act) => {
    const confirms = kind.provenMoves?.[act.body.move]
    if (confirms && !hasNoAnswers((await recordOf(act)).counts!)) await assertProven(act.request, confirms)
    await movePublication(writing(act), act.params.id, act.body)
  })
}
