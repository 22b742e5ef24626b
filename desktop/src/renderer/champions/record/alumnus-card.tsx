import type { SignupPage, LinkSuggestion } from '@alumni/shared/champions/staff-page'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { useQuery } from '@tanstack/react-query'
import { PersonSearchField } from '../../domain/people/person-search-field.tsx'
import { maxSearchLength } from '../../ui/form/search-field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Alert } from '../../ui/alert.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { usePeopleCalled } from '../../domain/people/people-called.ts'
import { suggestionsQuery } from './queries.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { ConfirmSignupAction } from './confirm-modal.tsx'
import { PersonFacts } from './person-facts.tsx'

/** The champion's alumnus, or candidates with reasons where none is linked yet. */
export function AlumnusCard({ page }: { page: SignupPage }) {
  const { signup, alumnus, same_alumnus } = page
  const [isUnlinking, setUnlinking] = useState(false)
  const isActive = signup.standing === 'active'
  if (!alumnus)
    return isActive ? <LinkCandidates page={page} /> : <Card title="Alumnus" empty="Not linked to an alumnus." />
  return (
    <Card
      title="Alumnus"
      actions={
        isActive && (
          <Button variant="default" size="compact-sm" onClick={() => setUnlinking(true)}>
            Unlink
          </Button>
        )
      }
    >
      <PersonFacts person={alumnus} />
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
      <UnlinkModal page={page} person={alumnus} isOpen={isUnlinking} onClose={() => setUnlinking(false)} />
    </Card>
  )
}

const candidatesId = 'alumnus-candidates'

/** Focuses the preselected candidate's button, else the search for another person. */
export function focusCandidates() {
  const card = document.getElementById(candidatesId)
  ;(card?.querySelector<HTMLElement>('[data-preselected]') ?? card?.querySelector('input'))?.focus()
}

/** Candidates on file, the likeliest first with the reasons, and a search for another person. */
function LinkCandidates({ page }: { page: SignupPage }) {
  const [chosen, setChosen] = useState<FoundAlumnus | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const suggestions = useQuery(suggestionsQuery(page.signup.id))
  const { people, error, retry } = usePeopleCalled(typed.slice(0, maxSearchLength))
  const choose = (person: FoundAlumnus) => {
    setChosen(person)
    setOpen(true)
  }
  const found = suggestions.data?.suggestions ?? []
  const others = people.filter(({ buid }) => found.every(({ person }) => person.buid !== buid))
  return (
    <Card title="Which alumnus is this?" id={candidatesId}>
      {suggestions.isPending && <Skeleton height={96} />}
      {suggestions.error && <FailedSection error={suggestions.error} onRetry={suggestions.refetch} />}
      {suggestions.data && found.length === 0 && (
        <p className="muted">No one on file has this e-mail address, phone number or name.</p>
      )}
      {found.length > 0 && (
        <ul className="rows" aria-label="Suggestions">
          {found.map((suggestion) => (
            <li key={suggestion.person.buid}>
              <Suggestion
                suggestion={suggestion}
                isPreselected={suggestion.person.buid === suggestions.data?.preselected}
                onChoose={choose}
              />
            </li>
          ))}
        </ul>
      )}
      <PersonSearchField typed={typed} onType={setTyped} />
      {error && <FailedSection error={error} onRetry={retry} />}
      {others.length > 0 && (
        <ul className="rows" aria-label="Found">
          {others.map((person) => (
            <li key={person.buid}>
              <Choice person={person} onChoose={choose} />
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <LinkModal page={page} person={chosen} isOpen={isOpen} onClose={() => setOpen(false)} key={chosen.buid} />
      )}
    </Card>
  )
}

type OnChoose = { onChoose: (person: FoundAlumnus) => void }

type SuggestionProps = OnChoose & { suggestion: LinkSuggestion; isPreselected: boolean }

function Suggestion({ suggestion: { person, reasons, linked }, isPreselected, onChoose }: SuggestionProps) {
  return (
    <Stack gap={6}>
      <ul className="chips" aria-label="Reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Choice person={person} isPreselected={isPreselected} onChoose={onChoose} />
      {linked && (
        <span className="fact">
          Has another signup:{' '}
          <Link to="/champion_signups/$id" params={{ id: String(linked.id) }}>
            {linked.name || linked.email}
          </Link>
        </span>
      )}
    </Stack>
  )
}

type ChoiceProps = OnChoose & { person: FoundAlumnus; isPreselected?: boolean }

function Choice({ person, isPreselected, onChoose }: ChoiceProps) {
  return (
    <Group wrap="nowrap" justify="space-between" align="flex-start" gap={12}>
      <PersonFacts person={person} />
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Link to ${person.name}, ${person.buid}`}
        data-preselected={isPreselected || undefined}
        onClick={() => onChoose(person)}
      >
        Link
      </Button>
    </Group>
  )
}

type LinkProps = { page: SignupPage; person: FoundAlumnus; isOpen: boolean; onClose: () => void }

/** Says what linking does, then does it. */
function LinkModal({ page: { signup, rsvps }, person, isOpen, onClose }: LinkProps) {
  const attended = new Set(rsvps.filter(({ status }) => status === 'attended').map(({ event_id }) => event_id)).size
  return (
    <ConfirmSignupAction
      signup={signup.id}
      action={{ path: '/link', body: { buid: person.buid } }}
      done={`Linked to ${person.name}.`}
      isOpen={isOpen}
      title={`Link ${signup.name || signup.email} to this alumnus?`}
      confirm="Link"
      onClose={onClose}
    >
      <PersonFacts person={person} />
      <Stack component="ul" gap={4} pl={18}>
        <li>
          {attended > 0
            ? `${countOf(attended, ['event that they attended becomes an engagement', 'events that they attended become engagements'])} of the alumnus.`
            : 'Events that they attend become engagements of the alumnus.'}
        </li>
        <li>Changes that they make on their profile from now on go to the CRM. Earlier answers are not sent.</li>
      </Stack>
    </ConfirmSignupAction>
  )
}

/** Says what unlinking takes back, then does it. */
function UnlinkModal({ page: { signup }, person: alumnus, isOpen, onClose }: LinkProps) {
  return (
    <ConfirmSignupAction
      signup={signup.id}
      action={{ path: '/unlink', body: { buid: alumnus.buid } }}
      done="The signup is no longer linked."
      isOpen={isOpen}
      title={`Unlink from ${alumnus.name}?`}
      confirm="Unlink"
      isDangerous
      onClose={onClose}
    >
      <Stack component="ul" gap={4} pl={18}>
        <li>Engagements from events that they attended are removed from the alumnus.</li>
        <li>
          Their profile changes that the CRM does not have yet will still be sent. If they belong to someone else, check{' '}
          <Link to="/alumni/$id" params={{ id: alumnus.buid }}>
            the changes of this alumnus
          </Link>
          .
        </li>
      </Stack>
    </ConfirmSignupAction>
  )
}
