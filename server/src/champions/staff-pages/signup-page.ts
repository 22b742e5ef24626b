import {
  restorableDays,
  staffLetter,
  type SentToSignup,
  type StaffLetter,
  type OtherSignup,
  type SignupPage,
  type SignupRecord,
} from '@alumni/shared/champions/staff-page'
import { sql } from 'kysely'
import { describeLetter } from '@alumni/shared/letters'
import { readFoundAlumni, readOptOuts } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import type { StaffUser } from '../../staff/index.ts'
import { signupIdsOf, type Signup } from '../record/find-signup.ts'
import { isAboutSignups, stateOfLetter } from '../record/signup-of-letter.ts'
import { listDevices } from '../sign-in/devices.ts'
import { countSessions } from '../sign-in/sessions.ts'
import { readChoices } from '../sign-up/choices.ts'
import { noSuchSignup, signupName, nameOfActor } from './signup-lock.ts'
import { notesOf } from './notes.ts'
import { contactRefusalOf } from './contact-refusal.ts'
import { timelineOf } from './signup-timeline.ts'

export async function readSignupPage(db: Db, id: number, reader: StaffUser): Promise<SignupPage> {
  const signup = await getRecord(db, id)
  const ids = await signupIdsOf(db, id)
  const alumnusIds = signup.buid ? (await db.findAll('alumni', ['id'], { buid: signup.buid })).map(({ id }) => id) : []
  return {
    signup: signup.record,
    alumnus: (await readFoundAlumni(db, alumnusIds))[0] ?? null,
    do_not_write_reason: await contactRefusalOf(db, signup.buid),
    opted_out: await readOptOuts(db, { buid: signup.buid, signup: id }),
    merged: await listOtherSignups(db, (s) => s.where('merged_into_id', '=', id)),
    same_alumnus: signup.buid
      ? await listOtherSignups(db, (s) =>
          s.where('buid', '=', signup.buid).where('id', '!=', id).where('deleted_at', 'is', null),
        )
      : [],
    devices: (await listDevices(db, ids)).map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      created_at,
      used_at,
    })),
    sessions: await countSessions(db, ids),
    rsvps: await rsvpsOf(db, ids),
    responses: await responsesOf(db, ids),
    communities: await communitiesOf(db, ids),
    notes: await notesOf(db, { signup: id }, reader),
    letters: await lettersOf(db, ids),
    sent_letters: await sentLettersOf(db, ids),
    timeline: await timelineOf(db, id, 1),
    choices: await readChoices(db, [signup.record]),
  }
}

async function getRecord(db: Db, id: number): Promise<{ record: SignupRecord; buid: string | null }> {
  const row = await db
    .selectFrom('champion_signups as s')
    .selectAll('s')
    .select([utc('s.created_at').as('created_at'), utc('s.updated_at').as('updated_at')])
    .select([utc('s.completed_at').as('completed_at'), utc('s.consented_at').as('consented_at')])
    .select([utc('s.google_linked_at').as('google_linked_at'), utc('s.deleted_at').as('deleted_at')])
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (!row) throw noSuchSignup()
  const { public_id: _, letter_token: __, google_uid, buid, merged_into_id, ...answers } = row
  const condition = conditionOf(row)
  const [mergedInto] =
    merged_into_id === null ? [] : await listOtherSignups(db, (s) => s.where('id', '=', merged_into_id))
  return {
    buid,
    record: {
      ...answers,
      country: answers.country || null,
      name: signupName(row),
      condition,
      google_linked_at: google_uid === null ? null : row.google_linked_at,
      deleted_by:
        condition === 'deleted' || condition === 'erased' ? await nameOfActor(db, id, 'signup_deleted') : null,
      erased_from: row.deleted_at && new Date(Date.parse(row.deleted_at) + restorableDays * 86_400_000).toISOString(),
      merged_into: mergedInto ?? null,
    },
  }
}

function conditionOf({ deleted_at, merged_into_id, email }: Signup): SignupRecord['condition'] {
  if (merged_into_id !== null) return 'merged'
  if (deleted_at === null) return 'active'
  return email === '' ? 'erased' : 'deleted'
}

async function listOtherSignups(
  db: Db,
  filter: (all: ReturnType<typeof allSignups>) => ReturnType<typeof allSignups>,
): Promise<OtherSignup[]> {
  const rows = await filter(allSignups(db)).orderBy('id').limit(20).execute()
  return rows.map((row) => ({ id: row.id, name: signupName(row), email: row.email }))
}

function allSignups(db: Db) {
  return db.selectFrom('champion_signups').select(['id', 'email', 'first_name', 'last_name'])
}

type Signups = readonly number[]

function rsvpsOf(db: Db, signups: Signups): Promise<SignupPage['rsvps']> {
  return db
    .selectFrom('event_rsvps as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select([
      'r.id',
      'r.event_id',
      'r.status',
      'r.guests',
      'e.title',
      'e.time_zone',
      utc('e.starts_at').as('starts_at'),
    ])
    .select(sql<boolean>`e.cancelled_at is not null`.as('is_cancelled'))
    .where('r.signup_id', 'in', signups)
    .orderBy('e.starts_at', 'desc')
    .orderBy('r.id')
    .limit(200)
    .execute()
}

function responsesOf(db: Db, signups: Signups): Promise<SignupPage['responses']> {
  return db
    .selectFrom('opportunity_responses as r')
    .innerJoin('opportunities as o', 'o.id', 'r.opportunity_id')
    .select(['r.id', 'r.opportunity_id', 'r.status', 'r.message', 'r.answer', 'o.title', 'o.question'])
    .select(utc('r.asked_at').as('asked_at'))
    .where('r.signup_id', 'in', signups)
    .orderBy('r.asked_at', 'desc')
    .orderBy('r.id')
    .limit(200)
    .execute()
}

function communitiesOf(db: Db, signups: Signups): Promise<SignupPage['communities']> {
  return db
    .selectFrom('community_members as m')
    .innerJoin('communities as c', 'c.id', 'm.community_id')
    .select(['c.name', utc('m.joined_at').as('joined_at')])
    .where('m.signup_id', 'in', signups)
    .orderBy('c.name')
    .execute()
}

function lettersOf(db: Db, signups: Signups): Promise<StaffLetter[]> {
  return selectRaw(db, staffLetter)`select letter.id, letter.subject, letter.body, null as state, staff.name as by,
          ${utc(sql`letter.created_at`)} as at
        from signup_letters letter join staff_users staff on staff.id = letter.staff_user_id
        where letter.signup_id = any(${signups}::bigint[])
      union all
      select letter.id, letter.title, null, recipient.state, sender.name, ${utc(sql`recipient.changed_at`)}
        from list_letter_recipients recipient
          join list_letters letter on letter.id = recipient.letter_id
          left join staff_users sender on sender.id = letter.sender_id
        where recipient.signup_id = any(${signups}::bigint[]) and recipient.state <> 'left_out'
      order by at desc limit 100`
}

/** Automatic letters are stored for 30 days. */
async function sentLettersOf(db: Db, signups: Signups): Promise<SentToSignup[]> {
  const rows = await db
    .selectFrom('letters as l')
    .select(['l.id', 'l.kind', 'l.failure', stateOfLetter.as('state')])
    .select(utc(sql<Date>`coalesce(l.sent_at, l.given_up_at, l.created_at)`).as('at'))
    .where(isAboutSignups(signups))
    .orderBy('l.id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ kind, ...letter }) => ({ ...letter, about: describeLetter(kind) }))
}
