import type { Role } from '@alumni/shared/staff/accounts'
import { number } from '../operations/index.ts'

/**
 * The actions of one person on one day: how often, on how many different things, and the number of records that they
 * report.
 */
export type Done = { times: number; things: number; records: number }

type Act = {
  /** The least role that may read of it. */
  role: Role
  describe: (done: Done) => string
  /** Where to look when it was done to several things. */
  list?: string
}

const signups = '/champion_signups'

const act = (role: Role, describe: Act['describe'], list?: string): Act => ({
  role,
  describe,
  ...(list ? { list } : {}),
})
const of = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`

/**
 * The entries of the audit log that colleagues read of, in words without names. What has no words here is read in the
 * log alone.
 */
export const acts: Record<string, Act> = {
  'alumnus.contact-edited': act(
    'viewer',
    ({ things }) => `edited the contact details of ${of(things, 'person', 'people')}`,
  ),
  'giving.imported': act('viewer', ({ records }) => `imported giving: ${of(records, 'gift', 'gifts')}`),
  'giving.undone': act('viewer', ({ times }) => `undid ${of(times, 'giving import', 'giving imports')}`),
  'event-converter.recorded': act(
    'viewer',
    ({ records }) => `recorded ${of(records, 'engagement', 'engagements')}`,
    '/tools/recorded_lists',
  ),
  'recorded-list.undone': act(
    'staff',
    ({ times }) => `undid ${of(times, 'recorded list', 'recorded lists')}`,
    '/tools/recorded_lists',
  ),

  'champion-signup.linked': act(
    'staff',
    ({ things }) => `linked ${of(things, 'signup', 'signups')} to alumni`,
    `${signups}?status=linked`,
  ),
  'champion-signup.unlinked': act('staff', ({ things }) => `unlinked ${of(things, 'signup', 'signups')} from alumni`),
  'champion-signup.merged': act(
    'staff',
    ({ times }) => (times === 1 ? 'merged signups of one person' : `merged signups of ${number(times)} people`),
    `${signups}/merges`,
  ),
  'champion-signup.merge-undone': act(
    'staff',
    ({ times }) => `undid ${of(times, 'merge', 'merges')}`,
    `${signups}/merges`,
  ),
  'champion-signup.edited': act('staff', ({ things }) => `edited ${of(things, 'signup', 'signups')}`),
  'champion-signup.deleted': act(
    'staff',
    ({ things }) => `deleted ${of(things, 'signup', 'signups')}`,
    `${signups}?show=deleted`,
  ),
  'champion-signup.restored': act('staff', ({ things }) => `restored ${of(things, 'signup', 'signups')}`),
  'champion-signup.letter-sent': act('staff', ({ things }) => `wrote to ${of(things, 'champion', 'champions')}`),
  'champion-signup.note-added': act('staff', ({ times }) => `added ${of(times, 'note', 'notes')}`),
  'signup-duplicate.dismissed': act(
    'staff',
    ({ times }) => `marked ${of(times, 'pair', 'pairs')} of signups as different people`,
    `${signups}/duplicates?dismissed=yes`,
  ),
  'opportunity-response.accept': act('staff', ({ times }) => `accepted ${of(times, 'offer', 'offers')} of help`),
  'opportunity-response.decline': act('staff', ({ times }) => `declined ${of(times, 'offer', 'offers')} of help`),
  ...contentActs('event', ['event', 'events'], `${signups}/events`, 'staff'),
  ...contentActs('opportunity', ['opportunity', 'opportunities'], `${signups}/opportunities`, 'staff'),
  'event-rsvp.added': act(
    'staff',
    ({ times }) => `added ${of(times, 'answer', 'answers')} to events`,
    `${signups}/events`,
  ),
  'event-rsvp.attended': act(
    'staff',
    ({ things }) => `marked who came to ${of(things, 'event', 'events')}`,
    `${signups}/events`,
  ),

  'import.cancelled': act('admin', ({ times }) => `canceled ${of(times, 'import', 'imports')}`, '/settings/imports'),
  'import.undo-started': act(
    'admin',
    ({ times }) => `started undoing ${of(times, 'import', 'imports')}`,
    '/settings/imports',
  ),
  'crm-conflict.kept-ours': act(
    'admin',
    ({ times }) => `kept our value in ${of(times, 'conflict', 'conflicts')}`,
    '/settings/crm/conflicts?state=resolved',
  ),
  'crm-conflict.kept-theirs': act(
    'admin',
    ({ times }) => `used the CRM’s value in ${of(times, 'conflict', 'conflicts')}`,
    '/settings/crm/conflicts?state=resolved',
  ),
  'crm-changes.exported': act(
    'admin',
    ({ records }) => `exported ${of(records, 'change', 'changes')} for the CRM`,
    '/settings/crm/crm_changes?state=exported',
  ),
  'crm-changes.export-undone': act(
    'admin',
    ({ times }) => `undid ${of(times, 'export', 'exports')} for the CRM`,
    '/settings/crm/crm_changes',
  ),
  'crm-change.withdrawn': act(
    'admin',
    ({ times }) => `withdrew ${of(times, 'change', 'changes')} for the CRM`,
    '/settings/crm/crm_changes',
  ),
  'letters.sent-again': act(
    'admin',
    ({ records }) => `sent ${of(records, 'letter', 'letters')} again`,
    '/settings/letters',
  ),
  'look-alike.dismissed': act(
    'admin',
    ({ times }) => `marked ${of(times, 'pair', 'pairs')} of people as different`,
    '/settings/reports/look_alikes',
  ),
  ...contentActs('community', ['community', 'communities'], '/settings/content/communities', 'admin'),
  ...contentActs('news', ['news item', 'news items'], '/settings/content/news', 'admin'),
  'user.invited': act('admin', ({ things }) => `invited ${of(things, 'colleague', 'colleagues')}`, '/users'),
  'user.role-changed': act(
    'admin',
    ({ things }) => `changed the role of ${of(things, 'colleague', 'colleagues')}`,
    '/users',
  ),
  'user.deactivated': act('admin', ({ things }) => `deactivated ${of(things, 'user', 'users')}`, '/users'),
  'api-key.issued': act('admin', ({ things }) => `issued ${of(things, 'API key', 'API keys')}`, '/settings/api_keys'),
  'api-key.revoked': act('admin', ({ things }) => `revoked ${of(things, 'API key', 'API keys')}`, '/settings/api_keys'),
}

function contentActs(noun: string, [one, many]: [string, string], list: string, role: Role): Record<string, Act> {
  const verbs = {
    created: 'wrote',
    changed: 'edited',
    publish: 'published',
    unpublish: 'unpublished',
    schedule: 'scheduled',
    cancel: 'canceled',
    close: 'closed',
    reopen: 'opened again',
    deleted: 'deleted',
  }
  return Object.fromEntries(
    Object.entries(verbs).map(([move, verb]) => [
      `${noun}.${move}`,
      act(role, ({ things }) => `${verb} ${of(things, one, many)}`, list),
    ]),
  )
}
