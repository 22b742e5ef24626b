import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/page/card.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { CandidateReasons, PersonFacts, useCandidates } from './candidates.tsx'
import { SignupActionButton } from './signup-action-button.tsx'

export function AlumnusCard({ page }: { page: SignupPage }) {
  const { signup, alumnus, same_alumnus } = page
  const isActive = signup.condition === 'active'
  if (!alumnus) return isActive && <LinkCandidates page={page} />
  // The answers card already shows this e-mail address.
  const hasSameEmail = alumnus.primary_email?.toLowerCase() === signup.email.toLowerCase()
  return (
    <Card title="Alumnus" actions={isActive && <UnlinkButton signup={signup.id} alumnus={alumnus} />}>
      <PersonFacts person={hasSameEmail ? { ...alumnus, primary_email: null } : alumnus} />
      {same_alumnus.length > 0 && (
        <Alert tone="warn" title="This alumnus has another signup">
          {same_alumnus.map(({ id, name, email }) => (
            <p key={id}>
              <Link to="/champion_signups/$id" params={{ id: String(id) }}>
                {name || email}
              </Link>
            </p>
          ))}
        </Alert>
      )}
      {signup.status === 'started' && <p className="fact">Counts as linked once they have entered where they live.</p>}
    </Card>
  )
}

const candidatesId = 'alumnus-candidates'

/** Focuses the preselected candidate's button, or the search box if no candidate is preselected. */
export function focusCandidates() {
  const card = document.getElementById(candidatesId)
  ;(card?.querySelector<HTMLElement>('[data-preselected]') ?? card?.querySelector('input'))?.focus()
}

function LinkCandidates({ page }: { page: SignupPage }) {
  const { candidates, preselected, status, search } = useCandidates(page.signup.id)
  return (
    <Card title="Which alumnus is this?" id={candidatesId}>
      {status}
      <ul className="rows" aria-label="Candidates">
        {candidates.map((candidate) => (
          <Stack component="li" key={candidate.person.buid} gap={8}>
            <CandidateReasons candidate={candidate} signup={page.signup.id} />
            <Group wrap="nowrap" justify="space-between" align="flex-start" gap={12}>
              <PersonFacts person={candidate.person} />
              <LinkAlumnusButton
                page={page}
                person={candidate.person}
                isPreselected={candidate.person.buid === preselected}
              />
            </Group>
          </Stack>
        ))}
      </ul>
      {search}
    </Card>
  )
}

type LinkAlumnusButtonProps = { page: SignupPage; person: FoundAlumnus; isPreselected: boolean }

function LinkAlumnusButton({ page: { signup, rsvps }, person, isPreselected }: LinkAlumnusButtonProps) {
  const attendedCount = new Set(rsvps.filter(({ status }) => status === 'attended').map(({ event_id }) => event_id))
    .size
  return (
    <SignupActionButton
      size="compact-sm"
      aria-label={`Link to ${person.name}, ${person.buid}`}
      data-preselected={isPreselected || undefined}
      signup={signup.id}
      action={{ path: '/link', body: { buid: person.buid } }}
      successNotice={() => `Linked to ${person.name}.`}
      confirmation={{
        title: `Link ${signup.name || signup.email} to this alumnus?`,
        confirm: 'Link',
        body: (
          <>
            <PersonFacts person={person} />
            <Stack component="ul" gap={4} pl={18}>
              <li>
                {attendedCount > 0
                  ? `${formatCount(attendedCount, ['event that they attended becomes an engagement', 'events that they attended become engagements'])} of the alumnus.`
                  : 'Events that they attend become engagements of the alumnus.'}
              </li>
              <li>Changes that they make on their profile from now on go to the CRM. Earlier answers are not sent.</li>
            </Stack>
          </>
        ),
      }}
    >
      Link
    </SignupActionButton>
  )
}

function UnlinkButton({ signup, alumnus }: { signup: number; alumnus: FoundAlumnus }) {
  return (
    <SignupActionButton
      size="compact-sm"
      signup={signup}
      action={{ path: '/unlink', body: { buid: alumnus.buid } }}
      successNotice={() => 'The signup is no longer linked.'}
      confirmation={{
        title: `Unlink from ${alumnus.name}?`,
        confirm: 'Unlink',
        isDangerous: true,
        body: (
          <Stack component="ul" gap={4} pl={18}>
            <li>Engagements from events that they attended are removed from the alumnus.</li>
            <li>
              Their profile changes that the CRM does not have yet will still be sent. If they belong to someone else,
              check{' '}
              <Link to="/alumni/$id" params={{ id: alumnus.buid }}>
                the changes of this alumnus
              </Link>
              .
            </li>
          </Stack>
        ),
      }}
    >
      Unlink
    </SignupActionButton>
  )
}
