import { fieldOf, signupAnswerNames } from '@alumni/shared/champions/answers'
import type { SignupPage, TimelineEvent } from '@alumni/shared/champions/staff-page'
import { Box, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { BeforeAfter } from '../../ui/format/before-after.tsx'
import { Timeline, TimelineEntry } from '../../ui/page/timeline.tsx'
import { formatAnswerLines, type Choices } from './format-answers.ts'
import { timelineQuery } from './queries.ts'

export function SignupTimeline({ page }: { page: SignupPage }) {
  const query = useInfiniteQuery(timelineQuery(page))
  const pages = query.data?.pages ?? []
  const events = [...new Map(pages.flatMap((each) => each.events).map((event) => [event.id, event])).values()]
  if (events.length === 0) return null
  const olderCount = (pages.at(-1)?.matching ?? 0) - events.length
  return (
    <Stack component="aside" gap={14} pt={18} miw={0} aria-labelledby="timeline">
      <Box component="h2" id="timeline" fz={14}>
        Timeline
      </Box>
      <Timeline query={query} older={olderCount}>
        {events.map((event) => (
          <EventEntry key={event.id} event={event} choices={page.choices} />
        ))}
      </Timeline>
    </Stack>
  )
}

function EventEntry({ event, choices }: { event: TimelineEvent; choices: Choices }) {
  const { title, more } = describeEvent(event)
  const { before, after, at, by } = event
  return (
    <TimelineEntry title={title} at={at} by={by}>
      {before && after ? (
        <dl>
          {signupAnswerNames
            .filter((field) => field in after)
            .map((field) => (
              <div key={field}>
                <dt className="note">{fieldOf(field).label}</dt>
                <dd>
                  <BeforeAfter
                    before={formatAnswerLines(field, before[field], choices)}
                    after={formatAnswerLines(field, after[field], choices)}
                  />
                </dd>
              </div>
            ))}
        </dl>
      ) : (
        more && <p>{more}</p>
      )}
    </TimelineEntry>
  )
}

const methodPhrases: Record<string, string> = {
  link: 'with the link in an e-mail',
  code: 'with the code from an e-mail',
  google: 'with Google',
}

const reasons: Record<string, string> = {
  replayed: 'A copy of its cookie was used, so it may have been stolen.',
  replaced: 'Someone else was remembered on that browser.',
  'signed out': 'They signed out there.',
  'by the champion': 'They removed it on their profile.',
  'by staff': 'It was removed here.',
  'not me': 'Someone who used that browser pressed “Not you?”.',
  deleted: 'The signup was deleted.',
  'merge undone': 'It was remembered while the signup was merged into another one.',
}

type EventDescriber = (event: TimelineEvent) => [title: string, more?: string | null]

const describersByType: Record<TimelineEvent['type'], EventDescriber> = {
  signup_started: () => ['Started to sign up'],
  signup_completed: () => ['Completed the signup', 'They entered where they live.'],
  signup_deleted: ({ by }) => [by ? 'Signup deleted' : 'Deleted the signup'],
  signup_restored: () => ['Signup restored'],
  signup_merged: ({ payload }) => ['Duplicate merged into this signup', describeMerge(payload)],
  signup_merge_undone: () => ['Merge undone'],
  signup_linked: ({ about }) => ['Linked to an alumnus', about],
  signup_unlinked: ({ about }) => ['Unlinked from an alumnus', about],
  signin_requested: () => ['Asked for a sign-in e-mail'],
  signin_failed: ({ payload }) => ['A wrong sign-in code was entered', describeWrongCodes(payload.wrong_codes)],
  signin_completed: ({ payload }) => [`Signed in ${methodPhrases[String(payload.method)] ?? ''}`.trim()],
  signed_out: () => ['Signed out'],
  device_remembered: ({ about }) => ['A device was remembered', about],
  device_revoked: ({ about, payload }) => ['A device was forgotten', joinParts(about, reasons[String(payload.reason)])],
  google_linked: () => ['Linked a Google account'],
  google_unlinked: ({ by }) => [by ? 'Google account unlinked' : 'Unlinked their Google account'],
  profile_updated: ({ by, payload }) => [
    by ? 'Answers corrected' : 'Changed their answers',
    formatFieldLabels(payload.fields),
  ],
  email_changed: ({ by }) => [by ? 'E-mail address changed' : 'Changed their e-mail address'],
  opportunity_responded: ({ about }) => ['Offered to help', about],
  letter_sent: ({ about, payload }) => [
    'Letter sent',
    joinParts(about && `“${about}”`, payload.despite ? 'Although they do not want e-mail.' : undefined),
  ],
}

export function describeEvent(event: TimelineEvent): { title: string; more: string | null } {
  const [title, more = null] = describersByType[event.type](event)
  return { title, more }
}

function describeMerge({ key, sources }: Record<string, unknown>): string | null {
  const ids = [sources].flat().filter((id) => typeof id === 'number')
  return joinParts(
    ids.length > 0 && `Signup ${ids.join(', ')}.`,
    key === 'email'
      ? 'Both had the same e-mail address.'
      : key === 'buid'
        ? 'Both were linked to one alumnus.'
        : undefined,
  )
}

function describeWrongCodes(wrongCodes: unknown): string | null {
  return typeof wrongCodes === 'number' && wrongCodes > 1
    ? `${wrongCodes} wrong codes since the e-mail was sent.`
    : null
}

function formatFieldLabels(fields: unknown): string | null {
  if (!Array.isArray(fields)) return null
  const names = signupAnswerNames.filter((name) => fields.includes(name)).map((name) => fieldOf(name).label)
  return names.join(', ') || null
}

function joinParts(...parts: (string | null | undefined | false)[]): string | null {
  return parts.filter(Boolean).join(' · ') || null
}
