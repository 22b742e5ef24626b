import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import type { BatchPerson } from '@alumni/shared/alumni/batch-search'
import { placeName } from '@alumni/shared/countries'
import { Box, Button, Fieldset, Group, Kbd, Stack } from '@mantine/core'
import { Modal } from '../../ui/form/modal.tsx'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { EmailFact, ContactTags } from '../../domain/people/contact-blockers.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { type Choice, type Result, degreeText } from './choices.ts'
import classes from './chooser.module.css'

type ChooserProps = {
  results: readonly Result[]
  line: number | undefined
  onLine: (line: number | undefined) => void
  onChoose: (key: string, choice: Choice | undefined) => void
}

/** Asks who of several is meant, then shows the next open line. */
export function Chooser({ results, line, onLine, onChoose }: ChooserProps) {
  const result = results.find((each) => each.line === line)
  return (
    <Modal opened={result !== undefined} onClose={() => onLine(undefined)} title="Choose the right person" size="lg">
      {result && (
        <Candidates
          key={result.line}
          result={result}
          next={nextOpen(results, result)}
          onLine={onLine}
          onChoose={onChoose}
        />
      )}
    </Modal>
  )
}

/** The next line that is still open and asks something else, from here on and then from the top. */
function nextOpen(results: readonly Result[], { line, key, answer }: Result): Result[] {
  const isOpen = ({ outcome, candidates }: Result) =>
    answer.total === 0 ? outcome === 'none' && candidates.length > 0 : outcome === 'open'
  const others = results.filter((each) => isOpen(each) && each.key !== key)
  return [...others.filter((each) => each.line > line), ...others.filter((each) => each.line < line)]
}

type CandidatesProps = {
  result: Result
  next: Result[]
  onLine: ChooserProps['onLine']
  onChoose: ChooserProps['onChoose']
}

function Candidates({ result, next, onLine, onChoose }: CandidatesProps) {
  const { given, key, candidates, outcome, person } = result
  const [chosen, setChosen] = useState<Choice | undefined>(outcome === 'dismissed' ? null : person?.buid)
  const focused = chosen === undefined ? candidates[0]?.buid : chosen
  const others = new Set(next.map((each) => each.key)).size

  /** 1 to 9, and 0 for none of them. */
  function pick(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^\d$/.test(event.key)) return
    const option = event.key === '0' ? null : candidates[Number(event.key) - 1]?.buid
    if (option === undefined) return
    setChosen(option)
    event.currentTarget.form?.querySelector<HTMLInputElement>(`input[value="${option ?? ''}"]`)?.focus()
  }

  const option = (buid: Choice, facts: ReactNode, digit: number) => (
    <label key={buid} className={classes.person} data-chosen={chosen === buid || undefined}>
      <input
        type="radio"
        name="person"
        onKeyDown={pick}
        value={buid ?? ''}
        checked={chosen === buid}
        onChange={() => setChosen(buid)}
        autoFocus={buid === focused}
        data-autofocus={buid === focused || undefined}
      />
      {facts}
      {digit < 10 && (
        <Kbd size="xs" aria-hidden>
          {digit}
        </Kbd>
      )}
    </label>
  )

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen === undefined) return
        onChoose(key, chosen)
        onLine(next[0]?.line)
      }}
    >
      <Stack>
        <Fieldset
          variant="unstyled"
          legend={
            <>
              <strong>{given}</strong>
              <div className="fact">{fitWords(result)}</div>
            </>
          }
        >
          <Stack gap={8} pt={12}>
            {candidates.map((candidate, index) => option(candidate.buid, <Facts of={candidate} />, index + 1))}
            {option(null, <span>None of these</span>, 0)}
          </Stack>
        </Fieldset>
        <Group justify="flex-end" gap={8}>
          <Box component="span" c="dimmed" mr="auto" role="status">
            {others > 0 && `${count(others)} more to choose`}
          </Box>
          {others > 0 && (
            <Button variant="default" onClick={() => onLine(next[0]?.line)}>
              Skip
            </Button>
          )}
          <Button type="submit" disabled={chosen === undefined}>
            {others > 0 ? 'Choose and continue' : 'Choose'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function fitWords({ line, answer, candidates }: Result): string {
  if (answer.total === 0) return `No one on file matches line ${count(line)} exactly. These people are similar.`
  const fits = `Line ${line} matches ${countOf(answer.total, ['person', 'people'])}`
  return answer.total > candidates.length
    ? `${fits}; the first ${count(candidates.length)} are shown. To find others, look up a BUID or an e-mail address.`
    : `${fits}.`
}

/** Facts that distinguish people of one name. */
function Facts({ of: person }: { of: BatchPerson }) {
  return (
    <Stack component="span" gap={1}>
      <strong>{nameWithClasses(person.name, person.class_years)}</strong>
      <span className="fact">{degreeText(person) || 'No degree on file'}</span>
      <span className="fact">{[person.buid, placeName(person)].filter(Boolean).join(' · ')}</span>
      {person.primary_email && <EmailFact person={person} value={person.primary_email} />}
      <ContactTags alumnus={person} />
    </Stack>
  )
}
