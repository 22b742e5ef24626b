import { answerToAskCodes } from '@alumni/shared/alumni/ask-filters'
import { askTopicCodes, askWayCodes, maxAsksShown, type AskOfPerson } from '@alumni/shared/publications/asks'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { mapToSurvivors } from '../../champions/index.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Config } from '../../foundations/process/config.ts'
import { isUpcoming } from '../events/events.ts'
import { isOpen } from '../opportunities/opportunities.ts'

const id = z.number().nullable()
const text = z.string().nullable()
const askRow = z.object({
  total: z.number(),
  event_id: id,
  opportunity_id: id,
  title: text,
  is_over: z.boolean(),
  letter_id: id,
  letter_title: text,
  noted_id: id,
  words: text,
  topic: z.enum(askTopicCodes).nullable(),
  how: z.enum(askWayCodes).nullable(),
  asked_by: text,
  asked_on: z.string(),
  noted_answer: z.enum(answerToAskCodes).nullable(),
  answer: z.enum(answerToAskCodes).nullable(),
  status: text,
})

/** Lists the asks of an alumnus, latest first, including every letter to a list that they received. */
export async function readAsksOfPerson(db: Db, { INSTITUTION_TIME_ZONE: zone }: Config, buid: string) {
  const signups = await db.findAll('champion_signups', ['id'], { buid, deleted_at: null, merged_into_id: null })
  const survivors = signups.map(({ id }) => id)
  const signupIds = [...(await mapToSurvivors(db, survivors)).keys()]
  const rows = await selectRaw(db, askRow)`with own_answer as (
        -- Two selects, because the planner uses no index for an "or".
        select kind, subject_id, answer, status, precedence
        from given_answers()
        where signup_id = any(${signupIds}::bigint[])
        union all
        select kind, subject_id, answer, status, precedence
        from given_answers()
        where buid = ${buid}
      ),
      entered_ask as (
        select asked_on, created_at as asked_at, event_id, opportunity_id, asked_by,
          id as noted_id, words, topic, how, answer as noted_answer,
          null::bigint as letter_id, null::text as letter_title
        from asks
        where buid = ${buid}
      ),
      received_letter as (
        select (recipient.changed_at at time zone ${zone})::date as asked_on, recipient.changed_at as asked_at,
          letter.event_id, letter.opportunity_id, sender.name as asked_by,
          null::bigint as noted_id, null::text as words, null::text as topic, null::text as how,
          null::text as noted_answer,
          letter.id as letter_id, letter.title as letter_title
        from list_letter_recipients recipient
          join list_letters letter on letter.id = recipient.letter_id
          left join staff_users sender on sender.id = letter.sender_id
        where recipient.state in ('sent', 'in_doubt')
          and (recipient.alumnus_id = (select id from alumni where buid = ${buid})
            or (recipient.alumnus_id is null and recipient.signup_id = any(${signupIds}::bigint[])))
      )
      select count(*) over ()::int as total, ask.event_id, ask.opportunity_id,
        coalesce(event.title, opportunity.title) as title,
        coalesce(event.is_over, opportunity.is_over, false) as is_over,
        letter_id, letter_title, noted_id, words, topic, how, asked_by, ask.asked_on::text as asked_on, noted_answer,
        coalesce(best_answer.answer, noted_answer) as answer, best_answer.status
      from (select * from entered_ask union all select * from received_letter) ask
        left join (select id, title, not ${isUpcoming} as is_over from events t) event on event.id = ask.event_id
        left join (select id, title, not ${isOpen} as is_over from opportunities t) opportunity
          on opportunity.id = ask.opportunity_id
        left join lateral (
          select answer, status
          from own_answer
          where (kind = 'event' and subject_id = ask.event_id)
            or (kind = 'opportunity' and subject_id = ask.opportunity_id)
          order by precedence desc
          limit 1) best_answer on true
      order by ask.asked_on desc, ask.asked_at desc
      limit ${maxAsksShown}`
  return { asks: rows.map(toAsk), total: rows[0]?.total ?? 0 }
}

function toAsk(row: z.output<typeof askRow>): AskOfPerson {
  const { event_id, opportunity_id, letter_id, noted_id, words, asked_on, asked_by, status, noted_answer } = row
  const subject = { title: row.title ?? '', is_over: row.is_over }
  const fields = { event_id, opportunity_id, words, topic: row.topic!, how: row.how!, asked_by: asked_by!, asked_on }
  return {
    key: noted_id === null ? `letter ${letter_id}` : `ask ${noted_id}`,
    asked_on,
    asked_by,
    subject:
      event_id !== null
        ? { kind: 'event', id: event_id, ...subject }
        : opportunity_id !== null
          ? { kind: 'opportunity', id: opportunity_id, ...subject }
          : null,
    letter: letter_id === null ? null : { id: letter_id, title: row.letter_title! },
    noted: noted_id === null ? null : { id: noted_id, ...fields, answer: noted_answer },
    status,
    answer: row.answer,
  }
}
