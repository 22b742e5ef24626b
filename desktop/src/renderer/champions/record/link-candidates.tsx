import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import type { LinkSuggestion, SignupPage } from '@alumni/shared/champions/staff-page'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { usePeopleCalled } from '../../domain/people/people-called.ts'
import { LinkModal } from './link-modal.tsx'
import { Person } from './person.tsx'
import { suggestionsQuery } from './queries.ts'
import classes from './signup-page.module.css'

/** Who on file this may be, the likeliest first with the reasons, and a search for anybody else. */
export function LinkCandidates({ page }: { page: SignupPage }) {
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
