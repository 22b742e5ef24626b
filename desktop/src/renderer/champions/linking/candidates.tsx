import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import type { ListedSignup } from '@alumni/shared/champions/staff-list'
import type { LinkSuggestion } from '@alumni/shared/champions/staff-page'
import { Box, Group, Kbd, Skeleton, Stack } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { usePeopleCalled } from '../../domain/people/people-called.ts'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { PersonSearchField } from '../../domain/people/person-search-field.tsx'
import { maxSearchLength } from '../../ui/form/search-field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { PersonFacts } from '../record/person-facts.tsx'
import { suggestionsQuery } from '../record/queries.ts'
import classes from './queue.module.css'
import { Button } from '../../ui/button.tsx'

type CandidatesProps = {
  signup: ListedSignup
  /** The signups whose suggestions are wanted soon. */
  next: readonly number[]
  isPending: boolean
  onLink: (person: FoundAlumnus) => void
  onSkip: () => void
}

type Option = Pick<LinkSuggestion, 'person' | 'linked'> & { reasons: readonly string[] }

/** Asks which person on file this champion is; Enter and L link the chosen one. */
export function Candidates({ signup, next, isPending, onLink, onSkip }: CandidatesProps) {
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState('')
  const suggestions = useQuery(suggestionsQuery(signup.id))
  const others = usePeopleCalled(typed.slice(0, maxSearchLength))
  usePrefetched(next)
  const suggested: Option[] = suggestions.data?.suggestions ?? []
  const isSuggested = new Set(suggested.map(({ person }) => person.buid))
  const options = [
    ...suggested,
    ...others.people
      .filter(({ buid }) => !isSuggested.has(buid))
      .map((person): Option => ({ person, reasons: [], linked: null })),
  ]
  const buid = chosen ?? suggestions.data?.preselected
  const person = options.find((option) => option.person.buid === buid)?.person
  const form = useFocusOnArrival(suggestions.isPending)
  const link = () => person && onLink(person)
  useLetterKey('l', link, person !== undefined && !isPending)
  useLetterKey('s', onSkip, !isPending)
  return (
    <Card title="Which alumnus is this?">
      <Box
        component="form"
        ref={form}
        display="grid"
        style={{ gap: 16 }}
        onSubmit={(event) => {
          event.preventDefault()
          link()
        }}
      >
        <Decision isPossible={person !== undefined} isPending={isPending} onSkip={onSkip} />
        {suggestions.isPending && <Skeleton height={120} />}
        {suggestions.error && <FailedSection error={suggestions.error} onRetry={suggestions.refetch} />}
        {suggestions.data && suggested.length === 0 && (
          <p className="muted">No one on file has this e-mail address, phone number or name.</p>
        )}
        <Stack gap={8} role="radiogroup" aria-label="Candidates">
          {options.map((option) => (
            <Candidate
              key={option.person.buid}
              option={option}
              signup={signup.id}
              isChosen={option.person.buid === person?.buid}
              onChoose={() => setChosen(option.person.buid)}
            />
          ))}
        </Stack>
        <PersonSearchField typed={typed} onType={setTyped} />
        {others.error && <FailedSection error={others.error} onRetry={others.retry} />}
      </Box>
    </Card>
  )
}

type DecisionProps = { isPossible: boolean; isPending: boolean; onSkip: () => void }

/** Above the candidates, where the buttons stay in their place however many there are. */
function Decision({ isPossible, isPending, onSkip }: DecisionProps) {
  return (
    <Group gap={8}>
      <Button
        type="submit"
        icon={IconLink}
        rightSection={
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            L
          </Kbd>
        }
        loading={isPending}
        disabled={!isPossible}
        aria-keyshortcuts="l"
      >
        Link and continue
      </Button>
      <Button
        variant="default"
        data-skip
        rightSection={
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            S
          </Kbd>
        }
        disabled={isPending}
        aria-keyshortcuts="s"
        onClick={onSkip}
      >
        Skip
      </Button>
    </Group>
  )
}

type CandidateProps = { option: Option; signup: number; isChosen: boolean; onChoose: () => void }

function Candidate({ option: { person, reasons, linked }, signup, isChosen, onChoose }: CandidateProps) {
  return (
    <div className={classes.choice} data-chosen={isChosen || undefined}>
      <input
        type="radio"
        name="alumnus"
        id={`alumnus-${person.buid}`}
        value={person.buid}
        checked={isChosen}
        disabled={linked !== null}
        onChange={onChoose}
      />
      <label htmlFor={`alumnus-${person.buid}`}>
        <PersonFacts person={person} isChoice />
      </label>
      <Link to="/alumni/$id" params={{ id: person.buid }} aria-label={`Open the record of ${person.name}`}>
        Record
      </Link>
      {reasons.length > 0 && (
        <ul className={`chips ${classes.reasons}`} aria-label="Reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {linked && (
        <span className={`fact ${classes.reasons}`}>
          Has another signup, {linked.name || linked.email}:{' '}
          <Link to="/champion_signups/duplicates" search={{ ids: `${signup},${linked.id}` }}>
            compare and merge
          </Link>
        </span>
      )}
    </div>
  )
}

/** Focuses the preselected candidate, else the first one that can be chosen, else Skip. */
function useFocusOnArrival(isPending: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isPending) return
    const target = form.current?.querySelector<HTMLElement>('input[type="radio"]:checked, input[type="radio"]:enabled')
    ;(target ?? form.current?.querySelector<HTMLElement>('[data-skip]'))?.focus({ preventScroll: true })
  }, [isPending])
  return form
}

/** Reads the suggestions of the signups that come next, so that they stand there at once. */
function usePrefetched(signups: readonly number[]) {
  const queryClient = useQueryClient()
  const key = signups.join(',')
  useEffect(() => {
    for (const id of key ? key.split(',') : []) void queryClient.prefetchQuery(suggestionsQuery(Number(id)))
  }, [key, queryClient])
}
