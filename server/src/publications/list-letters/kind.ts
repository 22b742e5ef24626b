import {
  isDraft,
  letterChoices,
  listLetterContract,
  listLetterMove,
  peopleList,
  listLetterPage,
  type LetterChoices,
  type LeftOutReason,
  type ListLetterRecord,
  type ListLetterState,
  type PeopleList,
  type RecipientState,
} from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { isCopy, copyMessage } from '../../foundations/mail/held-letters.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import type { Config } from '../../foundations/process/config.ts'
import { kind } from '../engine/kind.ts'
import { renderMarkdown } from '../engine/markdown.ts'
import { isUpcoming } from '../events/events.ts'
import { isOpen } from '../opportunities/opportunities.ts'
import { maxRefused } from './advance.ts'
import { authorId, describeSubjectBlocker, refuseUnknownSubject, subjectPath, subjectState } from './subject.ts'

const all = (db: Db) =>
  db
    .selectFrom('list_letters as t')
    .leftJoin('events as e', 'e.id', 't.event_id')
    .leftJoin('opportunities as o', 'o.id', 't.opportunity_id')
    .leftJoin('news_items as n', 'n.id', 't.news_item_id')
    .leftJoin('staff_users as sender', 'sender.id', 't.sender_id')
const aboutTitle = sql<string | null>`coalesce(e.title, o.title, n.title)`
/** Moves keep the last editor, because the editor gets the replies. */
const sameEditor = { updated_by_id: sql`updated_by_id` }
const hasTooManyRefusals = sql<boolean>`(select count(*) > ${maxRefused} from list_letter_recipients r
  where r.letter_id = list_letters.id and r.state = 'refused')`

const countsBy = <Value extends string>(column: 'state' | 'reason') =>
  sql<Partial<Record<Value, number>>>`(select coalesce(jsonb_object_agg(value, people), '{}') from
    (select ${sql.ref(column)} as value, count(*) as people from list_letter_recipients
      where letter_id = t.id and ${sql.ref(column)} is not null group by 1) s)`

/** Letters to a list of people, which are sent rather than published. */
export const listLetterKind = kind({
  contract: { ...listLetterContract, move: listLetterMove },
  table: 'list_letters',
  noun: 'letter',
  folder: '/letters',
  home: '/letters',
  needs: 'staff',
  state: sql<ListLetterState>`case when t.status = 'draft' and t.requested_at is not null then 'requested' else t.status end`,
  stateDescriptions: {
    draft: 'a draft',
    requested: 'with an administrator',
    leaving: 'about to leave',
    sending: 'on its way',
    sent: 'sent',
    stopped: 'stopped',
    failed: 'stopped by the service',
  },
  isPublic: sql`false`,
  read: (db, config) =>
    all(db)
      .select(['t.topic', 't.salutation', 't.replies_to', 't.event_id', 't.opportunity_id'])
      .select(['t.news_item_id', 't.skips_answered', 't.list', 't.stop_reason'])
      .leftJoin('staff_users as author', (join) => join.on('author.id', '=', authorId))
      .leftJoin('list_letters as earlier', (join) =>
        join.on(
          sql<boolean>`t.list->>'from' = 'reminder' and t.status = 'draft' and earlier.id = (t.list->>'id')::bigint`,
        ),
      )
      .select([aboutTitle.as('about_title'), subjectPath.as('about_path'), subjectState.as('subject_state')])
      .select(['sender.name as sender', 'author.name as author', 'author.id as author_id', 't.decline_reason'])
      .select([utc('t.requested_at').as('requested_at'), utc('earlier.published_at').as('earlier_at')])
      .select(sql<string>`concat_ws(' ', earlier.title, earlier.summary, earlier.body)`.as('earlier_text'))
      .select(sql<boolean>`t.tested_version is not distinct from t.version`.as('is_tested'))
      .select(sql<string>`${config.CHAMPIONS_URL}`.as('site'))
      .select([countsBy<RecipientState>('state').as('recipients'), countsBy<LeftOutReason>('reason').as('left_out')]),
  complete: ({ about_title, about_path, subject_state, site, earlier_at, earlier_text, ...record }) => ({
    ...record,
    written_dates: earlier_at === null ? null : { words: findDates(earlier_text), at: earlier_at },
    html: renderMarkdown(record.body),
    about: about_title === null ? null : { title: about_title, url: `${site}${about_path}` },
    subject_blocker: describeSubjectBlocker(record, subject_state),
  }),
  async columnsOf(db, _config, written) {
    await refuseUnknownSubject(db, written)
    // Greets people without a first name on file.
    const fallback = written.salutation.replaceAll('{name}', 'friend')
    return { ...written, fallback, list: JSON.stringify(written.list) }
  },
  audited: ({ body: _, list, ...fields }) => ({ ...fields, ...(isList(list) && { list: list.from }) }),
  refuseSave: ({ state }) =>
    isDraft(state) ? null : 'This letter has been sent and cannot be changed. Press “Copy” to begin a new one from it.',
  refuseMove: ({ subject_blocker }, move) => (move === 'resume' && subject_blocker?.message) || null,
  refuseDelete: ({ state }: ListLetterRecord) => (isDraft(state) ? null : 'Only a draft can be deleted.'),
  moveColumns: {
    send: { ...sameEditor, status: 'leaving', stop_reason: null, published_at: sql`now() + interval '5 minutes'` },
    schedule: { ...sameEditor, status: 'leaving', stop_reason: null },
    // A test remains valid after a letter is sent and taken back, which increments the version twice.
    take_back: {
      ...sameEditor,
      status: 'draft',
      published_at: null,
      sender_id: null,
      tested_version: sql`case when tested_version = version - 1 then version + 1 end`,
    },
    stop: { ...sameEditor, status: 'stopped', stop_reason: null },
    resume: {
      ...sameEditor,
      status: 'sending',
      stop_reason: null,
      ignores_refusals: sql`ignores_refusals or ${hasTooManyRefusals}`,
    },
  },
  beforeMove: {
    take_back: async (db, id) => {
      await db.remove('list_letter_recipients', { letter_id: id })
    },
    resume: async (db) => {
      if (await isCopy(db)) throw new HttpError(409, copyMessage)
    },
  },
  list: {
    searchedColumns: ['t.title', 't.summary', 't.body'],
    rows: (db) =>
      all(db)
        .innerJoinLateral(
          (letters) =>
            letters
              .selectFrom('list_letter_recipients as r')
              .whereRef('r.letter_id', '=', 't.id')
              .select(sql<number>`(count(*) filter (where state <> 'left_out'))::int`.as('written_to'))
              .select(sql<number>`(count(*) filter (where state = 'sent'))::int`.as('sent'))
              .as('people'),
          (join) => join.onTrue(),
        )
        .select([aboutTitle.as('about'), 'people.written_to', 'people.sent', 't.stop_reason'])
        .select(sql<string | null>`coalesce(sender.name, u.name)`.as('by'))
        .select(utc(sql`coalesce(t.published_at, t.updated_at)`).as('at'))
        .orderBy(sql`t.status = 'draft'`, 'desc')
        .orderBy(sql`coalesce(t.published_at, t.updated_at)`, 'desc')
        .orderBy('t.id', 'desc'),
    page: (letters) => ({ letters }),
  },
  form: {
    new: letterChoices,
    edit: listLetterPage,
    choices: readChoices,
    show: (record, choices) => ({ ...record, choices }),
  },
})

const weekdayForm = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const monthForm =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?'
const dayForm = '\\d{1,2}(?:st|nd|rd|th)?(?!\\d)'
const dayOfYearForm = `${monthForm} ${dayForm}(?:, \\d{4})?|${dayForm} (?:of )?${monthForm}(?:,? \\d{4})?|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|\\d{4}-\\d\\d-\\d\\d`
const relativeDayForm = 'today|tonight|tomorrow|(?:this|next|last) (?:week(?:end)?|month)'
const dateForm = new RegExp(
  `(?<![\\w/])(?:${weekdayForm}(?:,? (?:${dayOfYearForm}))?|${dayOfYearForm}|${relativeDayForm})(?![\\w/])`,
  'giu',
)

/** Returns the distinct words for days in an English text, such as "Friday, May 3" or "tomorrow". */
export function findDates(text: string): string[] {
  return [...new Set(text.match(dateForm))]
}

const isList = (list: unknown): list is PeopleList => peopleList.safeParse(list).success

/**
 * Lists events, then opportunities, then news, without those that are over. Includes drafts, which may be published
 * before the letter is sent.
 */
async function readChoices(db: Db, config: Config): Promise<LetterChoices> {
  const subjects = await selectRaw(db, letterChoices.shape.about.element)`with subject as (
        select 'event:' || id as value, title, published_at, 'Event' as noun, 1 as position, starts_at as date
        from events t
        where ${isUpcoming}
        union all
        select 'opportunity:' || id, title, published_at, 'Opportunity', 2, coalesce(closes_on, 'infinity')
        from opportunities t
        where ${isOpen}
        union all
        (select 'news_item:' || id, title, published_at, 'News', 3, null::timestamptz
        from news_items
        where (unpublish_at > now()) is not false
        order by published_at desc nulls first
        limit 100)
      )
      select value, title,
        noun || ': ' || title || case when published_at <= now() then '' else ' (not published yet)' end as label
      from subject
      order by position, date, value desc`
  const { LIST_LETTERS_STAFF_MAX: staff_max, LIST_LETTERS_SECOND_PERSON_ABOVE: second_person_above = null } = config
  return { about: subjects, staff_max, second_person_above }
}
