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

type CandidatesCardProps = {
  signup: ListedSignup
  /** The ids of the next signups, to load their suggestions in advance. */
  nextSignups: readonly number[]
  isPending: boolean
  onLink: (person: FoundAlumnus) => void
  onSkip: () => void
}

/** Asks which alumnus this champion is. Enter and L link the selected person. */
export function CandidatesCard({ signup, nextSignups, isPending, onLink, onSkip }: CandidatesCardProps) {
  const [selectedBuid, setSelectedBuid] = useState<string>()
  const { candidates, preselected, areSuggestionsPending, status, search } = useCandidates(signup.id)
  usePrefetchedSuggestions(nextSignups)
  const buid = selectedBuid ?? preselected
  const person = candidates.find((each) => each.person.buid === buid)?.person
  const form = useFocusOnArrival(areSuggestionsPending)
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
        <DecisionButtons isPossible={person !== undefined} isPending={isPending} onSkip={onSkip} />
        {status}
        <Stack gap={8} role="radiogroup" aria-label="Candidates">
          {candidates.map((candidate) => (
            <CandidateRadio
              key={candidate.person.buid}
              candidate={candidate}
              signup={signup.id}
              isChosen={candidate.person.buid === person?.buid}
              onChoose={() => setSelectedBuid(candidate.person.buid)}
            />
          ))}
        </Stack>
        {search}
      </Box>
    </Card>
  )
}

type DecisionButtonsProps = { isPossible: boolean; isPending: boolean; onSkip: () => void }

/** Placed above the candidates, so that the number of candidates does not move the buttons. */
function DecisionButtons({ isPossible, isPending, onSkip }: DecisionButtonsProps) {
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

type CandidateRadioProps = { candidate: LinkSuggestion; signup: number; isChosen: boolean; onChoose: () => void }

function CandidateRadio({ candidate, signup, isChosen, onChoose }: CandidateRadioProps) {
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

/** Focuses the preselected candidate, or else the first enabled one, or else the Skip button. */
function useFocusOnArrival(isPending: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isPending) return
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const target = find('input[type="radio"]:checked') ?? find('input[type="radio"]:enabled') ?? find('[data-skip]')
    target?.focus({ preventScroll: true })
  }, [isPending])
  return form
}

function usePrefetchedSuggestions(signups: readonly number[]) {
  const queryClient = useQueryClient()
  const key = signups.join(',')
  useEffect(() => {
    for (const id of key ? key.split(',') : []) void queryClient.prefetchQuery(suggestionsQuery(Number(id)))
  }, [key, queryClient])
}
