import type { BatchPerson } from '@alumni/shared/batch-search'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconUsers, type Icon } from '@tabler/icons-react'
import { StandingMarks } from '../alumni/standing-marks.tsx'
import type { Column } from '../shell/data-table.tsx'
import { none } from '../words/none.tsx'
import { count } from '../words/numbers.ts'
import type { Outcome, Result } from './choices.ts'
import { classWords, degreeWords, placeWords } from './person-words.ts'
import classes from './batch-results.module.css'

const outcomeLooks: Record<Outcome, { icon: Icon; tone: 'good' | 'warn' | 'none'; word: (total: number) => string }> = {
  found: { icon: IconCircleCheck, tone: 'good', word: () => 'Found' },
  chosen: { icon: IconCircleCheck, tone: 'good', word: (total) => `Chosen of ${count(total)}` },
  open: { icon: IconUsers, tone: 'warn', word: (total) => `${count(total)} fit` },
  dismissed: { icon: IconCircleX, tone: 'none', word: (total) => `None of ${count(total)}` },
  none: { icon: IconCircleDashed, tone: 'none', word: () => 'Nobody found' },
}

/** The columns of the results; `choose` opens the choice of a line. */
export function resultColumns(choose: (line: number) => void): Column<Result>[] {
  return [
    { id: 'line', header: 'Line', meta: { isNumber: true, width: 64 }, cell: ({ row }) => <span className="muted">{count(row.original.line)}</span> },
    { id: 'given', header: 'As given', cell: ({ row }) => <Given result={row.original} /> },
    { id: 'outcome', header: 'Outcome', cell: ({ row }) => <OutcomeMark result={row.original} /> },
    { id: 'person', header: 'Person', cell: ({ row }) => <PersonCell result={row.original} choose={choose} /> },
    { id: 'degree', header: 'Degree', cell: ({ row }) => (row.original.person && degreeWords(row.original.person)) || none },
    { id: 'class', header: 'Class', cell: ({ row }) => (row.original.person && classWords(row.original.person)) || none },
    { id: 'place', header: 'Place', cell: ({ row }) => (row.original.person && placeWords(row.original.person)) || none },
  ]
}

function Given({ result: { given, answer } }: { result: Result }) {
  return (
    <span className={classes.given}>
      <span>{given}</span>
      {answer.same_as !== null && <span className={classes.same}>the same as line {count(answer.same_as)}</span>}
    </span>
  )
}

function OutcomeMark({ result: { outcome, answer } }: { result: Result }) {
  const { icon: Picture, tone, word } = outcomeLooks[outcome]
  return (
    <span className={classes.outcome} data-tone={tone}>
      <Picture size={16} stroke={1.8} aria-hidden />
      {word(answer.total)}
    </span>
  )
}

function PersonCell({ result: { person, answer, line, outcome, given }, choose }: { result: Result; choose: (line: number) => void }) {
  const isOpen = outcome === 'open'
  const mayChoose = answer.outcome === 'several'
  if (!person && !mayChoose) return none
  return (
    <span className={classes.person}>
      {person && <PersonInNewTab person={person} />}
      {mayChoose && (
        <Button size="compact-sm" variant={isOpen ? 'light' : 'subtle'} onClick={() => choose(line)} aria-label={`${isOpen ? 'Choose for' : 'Change the choice for'} ${given}`}>
          {isOpen ? 'Choose' : 'Change'}
        </Button>
      )}
    </span>
  )
}

/** In another tab, so that the list and what was chosen stay. */
function PersonInNewTab({ person }: { person: BatchPerson }) {
  return (
    <>
      <a href={`/alumni/${person.buid}`} target="_blank" rel="noopener">
        {person.name || 'No name'}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <span>{person.buid}</span>
      <span className={classes.marks}>
        <StandingMarks alumnus={person} />
      </span>
    </>
  )
}
