import { Button, Modal } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { EmailFact, StandingMarks } from '../../domain/people/ways.tsx'
import { count } from '../../ui/words/numbers.ts'
import { type Choice, type Result, classWords, degreeWords, placeWords } from './choices.ts'
import modal from '../../ui/modal.module.css'
import classes from './chooser.module.css'

type ChooserProps = {
  results: readonly Result[]
  line: number | undefined
  onLine: (line: number | undefined) => void
  onChoose: (key: string, choice: Choice | undefined) => void
}

/** Who of several is meant; after a choice the next open line comes. */
export function Chooser({ results, line, onLine, onChoose }: ChooserProps) {
  const result = results.find((each) => each.line === line)
  return (
    <Modal opened={result !== undefined} onClose={() => onLine(undefined)} title="Who is meant?" size="lg" centered>
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
  const { given, key, candidates, answer, outcome, person } = result
  const [chosen, setChosen] = useState<Choice | undefined>(outcome === 'dismissed' ? null : person?.buid)
  const begin = person ?? candidates[0]
  const others = new Set(next.map((each) => each.key)).size

  /** 1 to 9, and 0 for none of them. */
  function pick(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^\d$/.test(event.key)) return
    const option = event.key === '0' ? null : candidates[Number(event.key) - 1]?.buid
    if (option === undefined) return
    setChosen(option)
    event.currentTarget.form?.querySelector<HTMLInputElement>(`input[value="${option ?? ''}"]`)?.focus()
  }

  return (
    <form
      className={modal.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen === undefined) return
        onChoose(key, chosen)
        onLine(next[0]?.line)
      }}
    >
      <fieldset className={classes.people}>
        <legend>
          <strong>{given}</strong>
          <span>
            {answer.total === 0
              ? `Nobody has the name of line ${count(result.line)}. These have one like it.`
              : answer.total > candidates.length
                ? `Line ${count(result.line)} fits ${count(answer.total)} people; the first ${count(candidates.length)} are here. A BUID or an e-mail address finds any of them.`
                : `Line ${count(result.line)} fits ${count(answer.total)} people.`}
          </span>
        </legend>
        {candidates.map((candidate, index) => (
          <label key={candidate.buid} className={classes.person} data-chosen={chosen === candidate.buid || undefined}>
            <input
              type="radio"
              name="person"
              onKeyDown={pick}
              value={candidate.buid}
              checked={chosen === candidate.buid}
              onChange={() => setChosen(candidate.buid)}
              autoFocus={candidate === begin}
              data-autofocus={candidate === begin || undefined}
            />
            <span className={classes.facts}>
              <strong>{candidate.name || 'No name'}</strong>
              <span>
                {[degreeWords(candidate), classWords(candidate) && `class of ${classWords(candidate)}`]
                  .filter(Boolean)
                  .join(' · ') || 'No degree on file'}
              </span>
              <span>{[candidate.buid, placeWords(candidate)].filter(Boolean).join(' · ')}</span>
              {candidate.primary_email && <EmailFact person={candidate} value={candidate.primary_email} />}
              <StandingMarks alumnus={candidate} />
            </span>
            {index < 9 && <kbd aria-hidden>{index + 1}</kbd>}
          </label>
        ))}
        <label className={classes.person} data-chosen={chosen === null || undefined}>
          <input
            type="radio"
            name="person"
            onKeyDown={pick}
            value=""
            checked={chosen === null}
            onChange={() => setChosen(null)}
          />
          <span className={classes.facts}>None of these</span>
          <kbd aria-hidden>0</kbd>
        </label>
      </fieldset>
      <div className={modal.buttons}>
        <span className={classes.left} role="status">
          {others > 0 && `${count(others)} more to choose`}
        </span>
        {others > 0 && (
          <Button variant="default" onClick={() => onLine(next[0]?.line)}>
            Skip
          </Button>
        )}
        <Button type="submit" disabled={chosen === undefined}>
          {others > 0 ? 'Choose, and go on' : 'Choose'}
        </Button>
      </div>
    </form>
  )
}
