import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import type { BatchPerson } from '@alumni/shared/alumni/batch-search'
import { placeName } from '@alumni/shared/countries'
import { Box, Button, Fieldset, Group, Kbd, Stack } from '@mantine/core'
import { Modal } from '../../ui/form/modal.tsx'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { EmailFact, ContactTags } from '../../domain/people/contact-blockers.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { type Choice, type LineResult, formatDegree } from './choices.ts'
import classes from './candidate-modal.module.css'

type CandidateModalProps = {
  results: readonly LineResult[]
  line: number | undefined
  onShowLine: (line: number | undefined) => void
  onChoose: (key: string, choice: Choice | undefined) => void
}

/** Asks which candidate a line refers to, then shows the next line that needs a choice. */
export function CandidateModal({ results, line, onShowLine, onChoose }: CandidateModalProps) {
  const result = results.find((each) => each.line === line)
  return (
    <Modal
      opened={result !== undefined}
      onClose={() => onShowLine(undefined)}
      title="Choose the right person"
      size="lg"
    >
      {result && (
        <CandidateForm
          key={result.line}
          result={result}
          openLines={findOpenLines(results, result)}
          onShowLine={onShowLine}
          onChoose={onChoose}
        />
      )}
    </Modal>
  )
}

/** Returns the other lines that still need a choice: first those below this line, then those above. */
function findOpenLines(results: readonly LineResult[], { line, key, answer }: LineResult): LineResult[] {
  const isOpen = ({ outcome, candidates }: LineResult) =>
    answer.total === 0 ? outcome === 'none' && candidates.length > 0 : outcome === 'open'
  const moreChoices = results.filter((each) => isOpen(each) && each.key !== key)
  return [...moreChoices.filter((each) => each.line > line), ...moreChoices.filter((each) => each.line < line)]
}

type CandidateFormProps = Omit<CandidateModalProps, 'results' | 'line'> & {
  result: LineResult
  openLines: LineResult[]
}

function CandidateForm({ result, openLines, onShowLine, onChoose }: CandidateFormProps) {
  const { text, key, candidates, outcome, person } = result
  const [choice, setChoice] = useState<Choice | undefined>(outcome === 'dismissed' ? null : person?.buid)
  const focusedBuid = choice === undefined ? candidates[0]?.buid : choice
  const moreChoices = new Set(openLines.map((each) => each.key)).size

  /** Keys 1 to 9 choose a candidate; 0 chooses none of them. */
  function chooseByKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^\d$/.test(event.key)) return
    const option = event.key === '0' ? null : candidates[Number(event.key) - 1]?.buid
    if (option === undefined) return
    setChoice(option)
    event.currentTarget.form?.querySelector<HTMLInputElement>(`input[value="${option ?? ''}"]`)?.focus()
  }

  const renderOption = (buid: Choice, facts: ReactNode, digit: number) => (
    <label key={buid} className={classes.person} data-chosen={choice === buid || undefined}>
      <input
        type="radio"
        name="person"
        onKeyDown={chooseByKey}
        value={buid ?? ''}
        checked={choice === buid}
        onChange={() => setChoice(buid)}
        autoFocus={buid === focusedBuid}
        data-autofocus={buid === focusedBuid || undefined}
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
        if (choice === undefined) return
        onChoose(key, choice)
        onShowLine(openLines[0]?.line)
      }}
    >
      <Stack>
        <Fieldset
          variant="unstyled"
          legend={
            <>
              <strong>{text}</strong>
              <div className="fact">{describeMatches(result)}</div>
            </>
          }
        >
          <Stack gap={8} pt={12}>
            {candidates.map((candidate, index) =>
              renderOption(candidate.buid, <CandidateFacts person={candidate} />, index + 1),
            )}
            {renderOption(null, <span>None of these</span>, 0)}
          </Stack>
        </Fieldset>
        <Group justify="flex-end" gap={8}>
          <Box component="span" c="dimmed" mr="auto" role="status">
            {moreChoices > 0 && `${formatNumber(moreChoices)} more to choose`}
          </Box>
          {moreChoices > 0 && (
            <Button variant="default" onClick={() => onShowLine(openLines[0]?.line)}>
              Skip
            </Button>
          )}
          <Button type="submit" disabled={choice === undefined}>
            {moreChoices > 0 ? 'Choose and continue' : 'Choose'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function describeMatches({ line, answer, candidates }: LineResult): string {
  if (answer.total === 0) return `No one on file matches line ${formatNumber(line)} exactly. These people are similar.`
  const matches = `Line ${line} matches ${formatCount(answer.total, ['person', 'people'])}`
  return answer.total > candidates.length
    ? `${matches}; the first ${formatNumber(candidates.length)} are shown. To find others, look up a BUID or an e-mail address.`
    : `${matches}.`
}

function CandidateFacts({ person }: { person: BatchPerson }) {
  return (
    <Stack component="span" gap={1}>
      <strong>{nameWithClasses(person.name, person.class_years)}</strong>
      <span className="fact">{formatDegree(person) || 'No degree on file'}</span>
      <span className="fact">{[person.buid, placeName(person)].filter(Boolean).join(' · ')}</span>
      {person.primary_email && <EmailFact person={person} value={person.primary_email} />}
      <ContactTags alumnus={person} />
    </Stack>
  )
}
