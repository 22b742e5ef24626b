import { importType, importTypeNames } from '@alumni/shared/exchange/imports'
import type { AuditEntry } from '@alumni/shared/staff/audit-log'
import { capitalize } from '../../ui/format/format-value.ts'

/** The words after the actor's name; `{}` marks the subject. */
const descriptions: Record<string, string> = {
  'signed in with Google': 'linked Google to their account',
  'password changed': 'changed the password of {}',
  'made administrator': 'made {} an administrator',
  'user created': 'created the account of {}',
  'account.renamed': 'changed their name',
  'account.session-ended': 'signed out one of their browsers',
  'account.other-sessions-ended': 'signed out all their other browsers',
  'second-factor.app-added': 'added an authenticator app to the account of {}',
  'second-factor.app-removed': 'removed the authenticator app of {}',
  'second-factor.passkey-added': 'added a passkey to the account of {}',
  'second-factor.passkey-removed': 'removed a passkey of {}',
  'second-factor.passkey-renamed': 'renamed a passkey of {}',
  'second-factor.backup-codes-made': 'made new backup codes for {}',
  'second-factor.reset': 'removed the second factor of {}',
  'user.invited': 'invited {}',
  'user.invited-again': 'sent {} the invitation again',
  'user.invitation-taken-back': 'withdrew an invitation',
  'user.role-changed': 'changed the role of {}',
  'user.deactivated': 'deactivated the account of {}',
  'user.reactivated': 'reactivated the account of {}',
  'user.sessions-ended': 'signed {} out everywhere',
  'staff-policy.changed': 'changed who needs a second factor',
  'api-key.issued': 'issued the API key {}',
  'api-key.revoked': 'revoked the API key {}',
  'api-key.rotated': 'replaced the API key {}',
  'audit-log.exported': 'exported the audit log',
  'ban.lifted': 'lifted the ban of an address',
  'jobs.run-again': 'ran failed jobs again',
  'letters.sent-again': 'sent letters again',
  'letters.retained-sent': 'sent the letters held since a restore',
  'letters.retained-dropped': 'dropped the letters held since a restore',
  'backup.asked': 'asked for a backup',
  'backup.restored': 'was restored from a backup',
  'backup.copied': 'was filled with a copy from a backup',
  'photo.uploaded': 'uploaded a picture',
  'alumni.exported': 'exported alumni',
  'alumni.addresses-copied': 'copied e-mail addresses of alumni',
  'alumnus.contact-edited': 'edited the contact details of {}',
  'alumnus.changed-by-champion': 'copied what {} changed in their profile',
  'letter.requested': 'asked an administrator to send {}',
  'letter.declined': 'gave back {}',
  'letter.withdrawn': 'took back the request to send {}',
  'letters.opt-out-changed': 'noted which e-mails {} wants',
  'batch-search.looked-up': 'ran a batch search',
  'batch-search.saved': 'saved the results of a batch search',
  'recorded-list.undone': 'undid a recorded list',
  'event-converter.recorded': 'recorded an event from a file',
  'look-alike.dismissed': 'marked {} and another record as two people',
  'look-alike.restored': 'undid marking {} and another record as two people',
  'import.uploaded': 'uploaded {}',
  'import.columns-assigned': 'assigned the columns of {}',
  'import.alias-forgotten': 'removed a remembered column from imports',
  'import.line-corrected': 'corrected a line of {}',
  'import.correction-withdrawn': 'undid the correction of a line of {}',
  'import.committed': 'started {}',
  'import.finished': 'finished {}',
  'import.cancelled': 'canceled {}',
  'import.undo-started': 'started undoing {}',
  'giving.uploaded': 'uploaded a file of giving',
  'giving.imported': 'imported giving',
  'giving.undone': 'undid an import of giving',
  'giving.discarded': 'discarded a file of giving',
  'crm-change.withdrawn': 'withdrew a change for the CRM',
  'crm-changes.arrived': 'marked changes as arrived in the CRM',
  'crm-changes.exported': 'exported changes for the CRM',
  'crm-changes.export-undone': 'undid an export for the CRM',
  'crm-conflict.kept-ours': 'kept our value in a CRM conflict',
  'crm-conflict.kept-theirs': 'used the CRM’s value in a conflict',
  'crm-conflict.reopened': 'reopened a CRM conflict',
  'champion-signups.exported': 'exported champion signups',
  'champion-signup.edited': 'edited the signup of {}',
  'champion-signup.linked': 'linked the signup of {} to an alumnus',
  'champion-signup.unlinked': 'unlinked the signup of {} from its alumnus',
  'champion-signup.merged': 'merged signups into that of {}',
  'champion-signup.merge-undone': 'undid a merge into the signup of {}',
  'champion-signup.deleted': 'deleted the signup of {}',
  'champion-signup.restored': 'restored the signup of {}',
  'champion-signup.letter-sent': 'wrote to {}',
  'champion-signup.signed-out': 'signed {} out everywhere',
  'champion-signup.device-revoked': 'forgot a device of {}',
  'champion-signup.google-unlinked': 'unlinked Google from the signup of {}',
  'signup-duplicate.dismissed': 'marked the signups of {} and another as two people',
  'signup-duplicate.restored': 'undid marking the signups of {} and another as two people',
  'event.checked-in': 'recorded who came to {}',
  'event-rsvp.added': 'added a person to {}',
  'event-rsvp.attended': 'marked that a person came to {}',
  'event-rsvp.absent': 'marked that a person did not come to {}',
  'opportunity-response.accept': 'accepted an offer of help for {}',
  'opportunity-response.decline': 'declined an offer of help for {}',
}

const verbs: Record<string, string> = {
  created: 'wrote',
  changed: 'edited',
  'note-added': 'added a note about',
  'note-edited': 'edited a note about',
  'note-deleted': 'deleted a note about',
  publish: 'published',
  unpublish: 'unpublished',
  schedule: 'scheduled',
  cancel: 'canceled',
  close: 'closed',
  reopen: 'opened again:',
}

/** Returns the words before and after the subject of an action. */
export function describeAction(action: string): { before: string; after?: string } {
  const description = descriptions[action] ?? buildDescription(action)
  const [before, after] = description.split('{}')
  return after === undefined ? { before: description } : { before: before!, after }
}

/** Formats `event.changed` as "edited the event {}". */
function buildDescription(action: string): string {
  const [noun = '', verb] = action.split('.')
  if (verb === undefined) return action
  return `${verbs[verb] ?? verb.replaceAll('-', ' ')} the ${noun.replaceAll('-', ' ')} {}`
}

/** Returns the name of the subject or, without a name, an import with its type and id, the id, or the kind. */
export function describeSubject({ name, subject }: Pick<AuditEntry, 'name' | 'subject'>): string {
  if (name) return name
  const [kind = '', id] = subject.split('/')
  const type = importType.safeParse(kind).data
  if (type) return `import ${id} of ${importTypeNames[type].title.toLowerCase()}`
  return id ?? kind.replaceAll('-', ' ')
}

const capitals: Record<string, string> = { crm: 'CRM', api: 'API', rsvp: 'answer', csv: 'CSV', google: 'Google' }

/** Formats an action such as `crm-changes.exported` as "CRM changes exported". */
export function formatAction(action: string): string {
  const words = action.split(/[-. ]/).map((word) => capitals[word.toLowerCase()] ?? word)
  return capitalize(words.join(' '))
}
