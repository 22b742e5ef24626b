import { answerToAskCodes } from '@alumni/shared/alumni/ask-filters'
import { askTopicCodes, askWayCodes, maxAsksShown, type AskOfPerson } from '@alumni/shared/publications/asks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
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
  const rows = await selectRaw(
    db,
    askRow,
    sql`with own_signup as (
        select own.id
        from champion_signups s
          cross join lateral signups_standing_for(s.id) own (id)
        where s.buid = ${buid} and s.deleted_at is null and s.merged_into_id is null
      ),
      own_answer as (
        select kind, subject_id, answer, status, precedence
        from given_answers()
        where signup_id in (select id from own_signup)
        union all
        select kind, subject_id, answer, status, precedence
        from given_answers()
        where buid = ${buid}
      ),
      -- The asks that staff entered, and the letters.
      ask as (
        select k.event_id, k.opportunity_id, null::bigint as letter_id, null as letter_title,
          k.id as noted_id, k.words, k.topic, k.how, k.asked_by, k.asked_on, k.answer as noted_answer, k.created_at as at
        from asks k
        where k.buid = ${buid}
        union all
        select l.event_id, l.opportunity_id, l.id, l.title, null, null, null, null, u.name,
          (r.changed_at at time zone ${zone})::date, null, r.changed_at
        from list_letter_recipients r
          join list_letters l on l.id = r.letter_id
          left join staff_users u on u.id = l.sender_id
        where r.state in ('sent', 'in_doubt')
          and (r.alumnus_id = (select id from alumni where buid = ${buid})
            or (r.alumnus_id is null and r.signup_id = any(array(select id from own_signup))))
      )
      select count(*) over ()::int as total, a.event_id, a.opportunity_id, coalesce(e.title, o.title) as title,
        coalesce(e.is_over, o.is_over, false) as is_over, a.letter_id, a.letter_title, a.noted_id, a.words, a.topic, a.how,
        a.asked_by, a.asked_on::text as asked_on, a.noted_answer,
        case when a.words is null then best_answer.answer else a.noted_answer end as answer, best_answer.status
      from ask a
        left join (select id, title, not ${isUpcoming} as is_over from events t) e on e.id = a.event_id
        left join (select id, title, not ${isOpen} as is_over from opportunities t) o on o.id = a.opportunity_id
        left join lateral (
          select g.answer, g.status
          from own_answer g
          where (g.kind = 'event' and g.subject_id = a.event_id)
            or (g.kind = 'opportunity' and g.subject_id = a.opportunity_id)
          order by g.precedence desc
          limit 1) best_answer on true
      order by a.asked_on desc, a.at desc
      limit ${maxAsksShown}`,
  )
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
