import {
  declineSendingRequest,
  listNameReply,
  listNameRequest,
  requestSendingRequest,
} from '@alumni/shared/publications/letter-requests'
import {
  isDraft,
  letterPreview,
  letterPreviewRequest,
  letterReachReply,
  letterReachRequest,
  letterTestReply,
  letterTestRequest,
  listLetterContract,
  reachPeoplePage,
  reachPeopleRequest,
  recipientsPage,
  recipientsQuery,
  sendLetterRequest,
  type PeopleList,
} from '@alumni/shared/publications/list-letters'
import { hasRole } from '@alumni/shared/staff/accounts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { actions, assertProven } from '../../staff/index.ts'
import { findRecord } from '../engine/records.ts'
import { countLetterReach } from './decisions.ts'
import { listLetterKind } from './kind.ts'
import { describeList } from './list-names.ts'
import { readPeopleOfList } from './people-of-list.ts'
import { previewLetter, sendTest } from './preview.ts'
import { listReached, listRecipients } from './recipients.ts'
import { declineSending, requestSending, sendListLetter } from './send.ts'

export function listLetterRoutes(app: App, { config }: Context): void {
  const { home, needs } = listLetterKind
  const findPeople = (db: Db, list: PeopleList) => readPeopleOfList({ db, config, index: app.peopleIndex }, list)
  const readWithPeople = async (db: Db, id: number) => {
    const record = await findRecord(listLetterKind, db, config, id)
    const none = { alumni: [], signups: [] }
    return { record, people: isDraft(record.state) ? await findPeople(db, record.list) : none }
  }

  const reach = actions(app, { url: `${home}/reach`, needs })
  reach.post('', { body: letterReachRequest, reply: letterReachReply }, async ({ db, body }) =>
    countLetterReach(db, await findPeople(db, body.list), body),
  )
  reach.post('/people', { body: reachPeopleRequest, reply: reachPeoplePage }, async ({ db, body }) =>
    listReached(db, await findPeople(db, body.list), body, body),
  )
  actions(app, { url: home, needs }).post(
    '/list_names',
    { body: listNameRequest, reply: listNameReply },
    async ({ db, body }) => ({ name: await describeList({ db, index: app.peopleIndex }, body.list) }),
  )
  const letter = actions(app, { url: `${home}/:id`, needs, params: byId })
  letter.post('/send', { body: sendLetterRequest, reply: listLetterContract.record }, async (act) => {
    const { db, body, params, me: user } = act
    if (hasRole(user.role, 'admin') && body.written_to > config.LIST_LETTERS_STAFF_MAX)
      await assertProven(act.request, 'Send the letter')
    await sendListLetter({ db, config, by: user, findPeople }, params.id, body)
    return findRecord(listLetterKind, db, config, params.id)
  })
  const request = actions(app, {
    url: `${home}/:id/requests`,
    needs,
    params: byId,
    answer: {
      reply: listLetterContract.record,
      read: ({ db, params }) => findRecord(listLetterKind, db, config, params.id),
    },
  })
  request.post('', { body: requestSendingRequest }, ({ db, me: user, params, body }) =>
    requestSending({ db, config, by: user }, params.id, body.version),
  )
  request.delete('', { body: declineSendingRequest }, ({ db, me: user, params, body }) =>
    declineSending({ db, config, by: user }, params.id, body.reason),
  )
  letter.post('/preview', { body: letterPreviewRequest, reply: letterPreview }, async ({ db, params, body }) => {
    const { record, people } = await readWithPeople(db, params.id)
    return previewLetter({ db, config }, record, people, body.position)
  })
  letter.post('/tests', { body: letterTestRequest, reply: letterTestReply }, async ({ db, params, body, me: user }) => {
    const { record, people } = await readWithPeople(db, params.id)
    return sendTest({ db, config, by: user }, record, people, body?.position ?? 1)
  })
  letter.get('/recipients', { query: recipientsQuery, reply: recipientsPage }, ({ db, params, query }) =>
    listRecipients(db, params.id, query),
  )
}
