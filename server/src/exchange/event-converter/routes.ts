import {
  eventConverterPage,
  matchesReply,
  matchesRequest,
  recordedReply,
  recordedRequest,
  recordReply,
  recordRequest,
  matchedPerson,
  type MatchedPerson,
} from '@alumni/shared/exchange/event-converter'
import {
  engagementBatchReply,
  engagementBatchRequest,
  maxBatchBytes,
  type EngagementBatchRequest,
} from '@alumni/shared/exchange/events-api'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App } from '../../foundations/context.ts'
import { checkRows } from '../events-api/check-rows.ts'
import { submitBatch, recordedAlready, unprocessable } from '../events-api/submit-batch.ts'
import { audit, signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { z } from 'zod'
import { displayName, mostRecentFirst, nameColumns, nameShape } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

const url = '/tools/event_converter'
/** 5,000 addresses of 320 characters, and what JSON puts around them. */
const matchesLimit = 2 * 1024 * 1024

/** Serves the event converter: matches addresses to people, and stores the engagements. Files never come here. */
export function eventConverterRoutes(app: App): void {
  app.removeContentTypeParser('application/x-www-form-urlencoded')

  staffPage(app, { url, needs: 'staff', schema: { response: { 200: eventConverterPage } } }, async ({ db }) => ({
    activity_codes: await db
      .selectFrom('activity_codes')
      .select(['code', 'name'])
      .orderBy(sql`code <> 'event_attended'`)
      .orderBy(sql`lower(name)`)
      .execute(),
  }))

  const action = { needs: 'staff', config: { takesAnyText: true } } as const
  const matches = { body: matchesRequest, response: { 200: matchesReply } }
  staffRoute(
    app,
    { ...action, url: `${url}/matches`, bodyLimit: matchesLimit, schema: matches },
    async ({ db, body }) => ({ matches: await matchAddresses(db, body.emails) }),
  )
  const recorded = { body: recordedRequest, response: { 200: recordedReply } }
  staffRoute(
    app,
    { ...action, url: `${url}/recorded`, schema: recorded },
    async ({ db, body: { buids, ...event } }) => {
      const engagements = buids.map((buid) => ({ buid, ...event }))
      return { recorded: (await recordedAlready(db, checkRows(engagements, () => true).good)).size }
    },
  )
  // As the events API, whose body and answers these are.
  const batch = { ...action, bodyLimit: maxBatchBytes, attachValidation: true }
  const engagements = { body: engagementBatchRequest, response: { 200: engagementBatchReply } }
  staffRoute(app, { ...batch, url: `${url}/engagements`, schema: engagements }, store)
  const lists = { body: recordRequest, response: { 200: recordReply } }
  staffRoute(app, { ...batch, url: `${url}/lists`, schema: lists }, store)
}

type BatchOf = FastifyRequest<{ Body: EngagementBatchRequest & { only_new?: boolean } }>

function store(request: BatchOf) {
  if (request.validationError) throw unprocessable(request.validationError)
  const { only_new = false, ...batch } = request.body
  const who = signedIn(request)
  return submitBatch(request.db, { staff_user_id: who.id }, batch, {
    onlyNew: only_new,
    whenStored: async (db, { id, inserted, failed }) => {
      await audit(db, who, 'event-converter.recorded', `engagement-batches/${id}`, {
        batch: batch.batch_id,
        inserted,
        failed,
      })
    },
  })
}

const maxPeople = 20
const foundPerson = matchedPerson.omit({ display_name: true }).extend({ nth: z.number(), ...nameShape })

/**
 * Finds people by these addresses, in any of the five columns and any letter case: each address once. Nothing is
 * stored.
 */
async function matchAddresses(
  db: Db,
  emails: readonly string[],
): Promise<{ email: string; people: MatchedPerson[] }[]> {
  const asked = [...new Set(emails)]
  // PostgreSQL refuses NUL, and no address has one.
  const storable = asked.map((email) => (email.includes('\0') || !email.isWellFormed() ? '' : email))
  const rows = await selectRaw(
    db,
    foundPerson,
    sql`
    select nth::int as nth, a.buid, ${nameColumns}, degree.class_year
    from unnest(${storable}::text[]) with ordinality asked (address, nth)
    cross join lateral (select alumnus_id from alumni_emails where email = fold_email(address) order by alumnus_id limit ${maxPeople}) mine
    join alumni a on a.id = mine.alumnus_id
    left join lateral (
      select extract(year from degree_date)::int as class_year from educations e
      where e.buid = a.buid and e.kind = 'degree' and degree_date is not null order by ${sql.raw(mostRecentFirst)} limit 1
    ) degree on true
    order by nth, a.id
  `,
  )
  const people = Map.groupBy(rows, ({ nth }) => nth)
  return asked.map((email, index) => ({
    email,
    people: (people.get(index + 1) ?? []).map((row) => ({
      buid: row.buid,
      display_name: displayName(row),
      class_year: row.class_year,
    })),
  }))
}
