import type { SignupPage, LinkSuggestion } from '@alumni/shared/champions/staff-page'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { notifications } from '@mantine/notifications'
import { Card } from '../../ui/card.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { usePeopleCalled } from '../../domain/people/people-called.ts'
import { suggestionsQuery, useSignupAction } from './queries.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { ConfirmModal } from './confirm-modal.tsx'
import { StandingMarks, EmailFact } from '../../domain/people/ways.tsx'
import classes from './signup-page.module.css'

/** Who on file the champion is; where nobody knows yet, who may be, and why. */
export function AlumnusCard({ page }: { page: SignupPage }) {
  const { signup, alumnus, same_alumnus } = page
  const [isUnlinking, setUnlinking] = useState(false)
  const isActive = signup.standing === 'active'
  if (!alumnus)
    return isActive ? <LinkCandidates page={page} /> : <Card title="Alumnus" empty="Is not linked to an alumnus." />
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
      <Person person={alumnus} />
      {same_alumnus.length > 0 && (
        <Sentence tone="warn" title="This alumnus has another signup">
          {same_alumnus.map(({ id, name, email }) => (
            <p key={id}>
              <Link to="/champion_signups/$id" params={{ id: String(id) }}>
                {name || email}
              </Link>
            </p>
          ))}
        </Sentence>
      )}
      {signup.status === 'started' && (
        <p className={classes.soft}>Counts as linked from when they have said where they live.</p>
      )}
      <UnlinkModal page={page} alumnus={alumnus} isOpen={isUnlinking} onClose={() => setUnlinking(false)} />
    </Card>
  )
}

/** Who on file this may be, the likeliest first with the reasons, and a search for anybody else. */
function LinkCandidates({ page }: { page: SignupPage }) {
  const [chosen, setChosen] = useState<FoundAlumnus | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const suggestions = useQuery(suggestionsQuery(page.signup.id))
  const { people, error, retry } = usePeopleCalled(typed)
  const choose = (person: FoundAlumnus) => {
    setChosen(person)
    setOpen(true)
  }
  const found = suggestions.data?.suggestions ?? []
  const others = people.filter(({ buid }) => found.every(({ person }) => person.buid !== buid))
  return (
    <Card title="Which alumnus is this?">
      {suggestions.isPending && <Skeleton height={96} />}
      {suggestions.error && <FailedSection error={suggestions.error} onRetry={suggestions.refetch} />}
      {suggestions.data && found.length === 0 && (
        <p className="muted">Nobody on file has this e-mail address, phone number or name.</p>
      )}
      {found.length > 0 && (
        <ul className={classes.rows} aria-label="Suggestions">
          {found.map((suggestion) => (
            <li key={suggestion.person.buid}>
              <Suggestion suggestion={suggestion} onChoose={choose} />
            </li>
          ))}
        </ul>
      )}
      <TextInput
        type="search"
        label="Somebody else"
        placeholder="Name, BUID, e-mail or phone"
        maxLength={200}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && <FailedSection error={error} onRetry={retry} />}
      {others.length > 0 && (
        <ul className={classes.rows} aria-label="Found">
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

function Suggestion({ suggestion: { person, reasons, linked }, onChoose }: { suggestion: LinkSuggestion } & OnChoose) {
  return (
    <div className={classes.person}>
      <ul className={classes.reasons} aria-label="Reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Choice person={person} onChoose={onChoose} />
      {linked && (
        <span className={classes.soft}>
          Has another signup:{' '}
          <Link to="/champion_signups/$id" params={{ id: String(linked.id) }}>
            {linked.name || linked.email}
          </Link>
        </span>
      )}
    </div>
  )
}

function Choice({ person, onChoose }: { person: FoundAlumnus } & OnChoose) {
  return (
    <div className={classes.candidate}>
      <Person person={person} />
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Link to ${person.name}, ${person.buid}`}
        onClick={() => onChoose(person)}
      >
        Link
      </Button>
    </div>
  )
}

type LinkModalProps = { page: SignupPage; person: FoundAlumnus; isOpen: boolean; onClose: () => void }

/** Says what linking does, then does it. */
function LinkModal({ page: { signup, rsvps }, person, isOpen, onClose }: LinkModalProps) {
  const link = useSignupAction(signup.id, () => {
    notifications.show({ color: 'green', message: `Linked to ${person.name}.` })
    onClose()
  })
  const attended = new Set(rsvps.filter(({ status }) => status === 'attended').map(({ event_id }) => event_id)).size
  return (
    <ConfirmModal
      isOpen={isOpen}
      title={`Link ${signup.name || signup.email} to this alumnus?`}
      confirm="Link"
      isPending={link.isPending}
      error={link.error}
      onConfirm={() => link.mutate({ path: '/link', body: { buid: person.buid } })}
      onClose={onClose}
    >
      <Person person={person} />
      <ul className={classes.list}>
        <li>
          {attended > 0
            ? `${countOf(attended, ['event that they attended becomes an engagement', 'events that they attended become engagements'])} of the alumnus.`
            : 'Events that they attend become engagements of the alumnus.'}
        </li>
        <li>What they change on their profile from now on waits for the CRM. What they told us before is not sent.</li>
      </ul>
    </ConfirmModal>
  )
}

type UnlinkModalProps = { page: SignupPage; alumnus: FoundAlumnus; isOpen: boolean; onClose: () => void }

/** Says what unlinking takes back, then does it. */
function UnlinkModal({ page: { signup }, alumnus, isOpen, onClose }: UnlinkModalProps) {
  const unlink = useSignupAction(signup.id, () => {
    notifications.show({ color: 'green', message: 'The signup is not linked any more.' })
    onClose()
  })
  return (
    <ConfirmModal
      isOpen={isOpen}
      title={`Unlink from ${alumnus.name}?`}
      confirm="Unlink"
      isDangerous
      isPending={unlink.isPending}
      error={unlink.error}
      onConfirm={() => unlink.mutate({ path: '/unlink', body: { buid: alumnus.buid } })}
      onClose={onClose}
    >
      <ul className={classes.list}>
        <li>The engagements that came of events they attended are removed from the alumnus.</li>
        <li>
          What they have changed on their profile and the CRM does not have yet stays on its way there. If it was of
          somebody else, look at{' '}
          <Link to="/alumni/$id" params={{ id: alumnus.buid }}>
            the changes of this alumnus
          </Link>
          .
        </li>
      </ul>
    </ConfirmModal>
  )
}

/** Someone on file, with what tells them from others of their name. */
function Person({ person }: { person: FoundAlumnus }) {
  const { buid, name, recent_degree: degree, class_years, city, state, country, primary_email } = person
  const study = [degree?.degree_code, degree?.major_desc].filter(Boolean).join(' ')
  const years = class_years.length > 0 && `class of ${class_years.join(' and ')}`
  const place = [city, state, country === 'US' ? null : country].filter(Boolean).join(', ')
  return (
    <div>
      <Link to="/alumni/$id" params={{ id: buid }} className={classes.name}>
        {name || 'No name on file'}
      </Link>
      <div className={classes.soft}>{[study, years].filter(Boolean).join(', ') || 'No degree on file'}</div>
      <div className={classes.soft}>{[buid, place].filter(Boolean).join(' · ')}</div>
      {primary_email && (
        <div className={classes.soft}>
          <EmailFact person={person} value={primary_email} />
        </div>
      )}
      <StandingMarks alumnus={person} />
    </div>
  )
}
