import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import type { ListedSignup } from '@alumni/shared/champions/staff-list'
import type { LinkSuggestion } from '@alumni/shared/champions/staff-page'
import { Box, Group, Kbd, Stack } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/page/card.tsx'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { CandidateReasons, PersonFacts, useCandidates } from '../record/candidates.tsx'
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

/** Asks which person on file this champion is; Enter and L link the chosen one. */
export function Candidates({ signup, next, isPending, onLink, onSkip }: CandidatesProps) {
  const [chosen, setChosen] = useState<string>()
  const { candidates, preselected, isPending: isLoading, status, search } = useCandidates(signup.id)
  usePrefetched(next)
  const buid = chosen ?? preselected
  const person = candidates.find((each) => each.person.buid === buid)?.person
  const form = useFocusOnArrival(isLoading)
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
        {status}
        <Stack gap={8} role="radiogroup" aria-label="Candidates">
          {candidates.map((candidate) => (
            <Candidate
              key={candidate.person.buid}
              candidate={candidate}
              signup={signup.id}
              isChosen={candidate.person.buid === person?.buid}
              onChoose={() => setChosen(candidate.person.buid)}
            />
          ))}
        </Stack>
        {search}
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

type CandidateProps = { candidate: LinkSuggestion; signup: number; isChosen: boolean; onChoose: () => void }

function Candidate({ candidate, signup, isChosen, onChoose }: CandidateProps) {
  const { person, linked } = candidate
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
      <CandidateReasons candidate={candidate} signup={signup} className={classes.reasons} />
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
