import { isListAnswer, signupAnswerNames, type SignupAnswer } from '@alumni/shared/champions/answers'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { isNoteAbout } from '../record/notes-about.ts'
import { selectOptOutKeys } from '../../alumni/index.ts'
import type { Tables } from '../../foundations/database/tables.ts'

/** Column `key` refers to a row in `table`. The download contains that row's `title` column under `name`. */
type Reference = { name: string; table: string; key: string; title: string }
type PersonalTable<Table extends keyof Tables> = {
  /** The key in the downloaded file. */
  name: string
  /** The heading on the page. */
  title: string
  /** The column that refers to the signup by id, or by BUID if it is `buid`. Defaults to `signup_id`. */
  column?: string
  /** Selects the rows if no column refers to the signup. */
  selectRows?: (signup: number) => RawBuilder<unknown>
  /** The download uses the first reference that is not null. */
  references?: Reference | readonly [Reference, ...Reference[]]
} & ColumnHandling<keyof Selectable<Tables[Table]> & string>

/** Erasure deletes rows of tables with `deleted` columns, keeps `stored` columns and overwrites `erased` columns. */
type ColumnHandling<Column extends string> = {
  deleted?: readonly Column[]
  stored?: readonly Column[]
  erased?: Readonly<Partial<Record<Column, null | '' | '{}'>>>
  /** Columns with secrets or their hashes, which are never disclosed. */
  secret?: readonly Column[]
  /** Columns that staff disclose on request, because they may mention other people. */
  onRequest?: readonly Column[]
}

/** Erased answers are null, or empty in columns that cannot be null. */
const erasedAnswers: Partial<Record<SignupAnswer, null | '' | '{}'>> = Object.fromEntries(
  signupAnswerNames.map((name) => [name, name === 'email' ? '' : isListAnswer(name) ? '{}' : null]),
)

/** Declares what champions can download and what erasure does, for every table that refers to a signup. */
export const personalData = {
  champion_signups: {
    name: 'signups',
    title: 'Your signup',
    column: 'id',
    stored: [
      'id',
      'public_id',
      'status',
      'privacy_policy_version',
      'consented_at',
      'completed_at',
      'wants_reminders',
      'source',
      'deleted_at',
      'merged_into_id',
      'created_at',
      'updated_at',
    ],
    erased: {
      ...erasedAnswers,
      folded_email: '',
      buid: null,
      google_uid: null,
      google_linked_at: null,
      letter_token: null,
    },
    secret: ['letter_token'],
  },
  community_members: {
    name: 'communities',
    title: 'Your communities',
    references: { name: 'community', table: 'communities', key: 'community_id', title: 'name' },
    deleted: ['community_id', 'signup_id', 'joined_at'],
  },
  event_rsvps: {
    name: 'event_rsvps',
    title: 'Your answers to events',
    references: { name: 'event', table: 'events', key: 'event_id', title: 'title' },
    stored: [
      'id',
      'event_id',
      'signup_id',
      'status',
      'guests',
      'asked_at',
      'reminded_at',
      'engagement_id',
      'marked_by_id',
      'marked_at',
      'unmarked_status',
      'door_token',
      'created_at',
      'updated_at',
    ],
    secret: ['door_token'],
  },
  opportunity_responses: {
    name: 'opportunity_responses',
    title: 'Your answers to opportunities',
    references: { name: 'opportunity', table: 'opportunities', key: 'opportunity_id', title: 'title' },
    stored: [
      'id',
      'opportunity_id',
      'signup_id',
      'status',
      'asked_at',
      'decided_by_id',
      'decided_at',
      'created_at',
      'updated_at',
    ],
    erased: { message: '', answer: null, country: null, postal_code: null },
  },
  asks: {
    name: 'asks',
    title: 'Calls and visits from our office',
    column: 'buid',
    references: [
      { name: 'about', table: 'events', key: 'event_id', title: 'title' },
      { name: 'about', table: 'opportunities', key: 'opportunity_id', title: 'title' },
    ],
    stored: [
      'id',
      'buid',
      'event_id',
      'opportunity_id',
      'words',
      'topic',
      'how',
      'asked_by',
      'asked_on',
      'answer',
      'noted_by_id',
      'created_at',
      'updated_at',
    ],
  },
  email_changes: {
    name: 'email_changes',
    title: 'Changes to your e-mail address',
    deleted: [
      'id',
      'signup_id',
      'old_email',
      'new_email',
      'token_hash',
      'created_at',
      'expires_at',
      'ended_at',
      'confirmed_at',
    ],
    secret: ['token_hash'],
  },
  champion_devices: {
    name: 'devices',
    title: 'Remembered devices',
    deleted: [
      'id',
      'public_id',
      'signup_id',
      'name',
      'token_hash',
      'tokens',
      'created_at',
      'used_at',
      'expires_at',
      'revoked_at',
    ],
    secret: ['token_hash', 'tokens'],
  },
  champion_sessions: {
    name: 'sessions',
    title: 'Where you are signed in',
    deleted: ['token_hash', 'signup_id', 'device_id', 'created_at', 'used_at'],
    secret: ['token_hash'],
  },
  signin_requests: {
    name: 'signin_requests',
    title: 'Sign-in e-mails',
    deleted: [
      'id',
      'email_hash',
      'browser_hash',
      'signup_id',
      'keep_me_signed_in',
      'link_hash',
      'code_hash',
      'wrong_codes',
      'created_at',
      'expires_at',
      'ended_at',
    ],
    secret: ['email_hash', 'browser_hash', 'link_hash', 'code_hash'],
  },
  pending_answers: {
    name: 'pending_answers',
    title: 'Answers that waited to be confirmed',
    deleted: [
      ...(['id', 'event_id', 'opportunity_id', 'recipient_id', 'signup_id', 'email', 'first_name'] as const),
      ...(['last_name', 'answer', 'privacy_policy_version', 'token_hash'] as const),
      ...(['created_at', 'expires_at', 'confirmed_at'] as const),
    ],
    secret: ['token_hash'],
  },
  signup_merges: {
    name: 'merges',
    title: 'Signups merged into yours',
    column: 'survivor_id',
    stored: ['id', 'survivor_id', 'source_ids', 'key', 'merged_by_id', 'merged_at', 'undone_by_id', 'undone_at'],
    erased: { choices: null, outcome: null, saved: null, undo_outcome: null },
  },
  signup_drafts: {
    name: 'drafts',
    title: 'Your signup form',
    deleted: [
      'id',
      'public_id',
      'token_hash',
      'answers',
      'submitted_at',
      'signup_id',
      'source',
      'created_at',
      'updated_at',
    ],
    secret: ['token_hash'],
  },
  activity_events: {
    name: 'activity',
    title: 'Activity on your signup',
    stored: ['id', 'type', 'signup_id', 'occurred_at', 'payload'],
    erased: { ip_hash: null },
  },
  signup_letters: {
    name: 'letters',
    title: 'E-mails from our office',
    deleted: [
      'id',
      'key',
      'signup_id',
      'staff_user_id',
      'template',
      'subject',
      'body',
      'has_button',
      'despite_wish',
      'letter_id',
      'created_at',
    ],
  },
  list_letter_recipients: {
    name: 'letters_to_lists',
    title: 'Invitations and news that we sent you',
    references: { name: 'letter', table: 'list_letters', key: 'letter_id', title: 'title' },
    // Opt-out links work for two years, even after the signup is erased.
    stored: [
      'id',
      'letter_id',
      'alumnus_id',
      'signup_id',
      'state',
      'reason',
      'outbox_id',
      'opt_out_token',
      'declined_at',
      'changed_at',
    ],
    erased: { address_key: null, sent_to: null, answer_token: null },
    secret: ['address_key', 'sent_to', 'opt_out_token', 'answer_token'],
  },
  letter_opt_outs: {
    name: 'opt_outs',
    title: 'E-mails that you do not want',
    selectRows: (signup) =>
      sql`select distinct on (topic) * from letter_opt_outs where address_key in (${selectOptOutKeys({
        buid: sql`(select buid from champion_signups where id = ${signup})`,
        signup,
      })}) order by topic, created_at`,
    // Not erased, because opt-outs still apply to letters to the alumnus.
    stored: ['address_key', 'topic', 'created_at'],
    secret: ['address_key'],
  },
  signup_notes: {
    name: 'notes',
    title: 'Notes by our office (ask us for a copy)',
    selectRows: (signup) => sql`select n.* from signup_notes n where ${isNoteAbout({ signup })}`,
    // Erasure keeps notes about the alumnus, which have no `signup_id`.
    deleted: ['id', 'signup_id', 'buid', 'staff_user_id', 'body', 'created_at', 'updated_at'],
    onRequest: ['body'],
  },
} as const satisfies { [Table in keyof Tables]?: PersonalTable<Table> }

type AnyTable = Omit<PersonalTable<'champion_signups'>, keyof ColumnHandling<string>> & ColumnHandling<string>
export const personalTables = Object.entries<AnyTable>(personalData)

export function disclosedColumns(handling: ColumnHandling<string>) {
  const { deleted = [], stored = [], erased = {}, secret = [], onRequest = [] } = handling
  const withheld = new Set([...secret, ...onRequest])
  return new Set([...deleted, ...stored, ...Object.keys(erased)].filter((column) => !withheld.has(column)))
}
