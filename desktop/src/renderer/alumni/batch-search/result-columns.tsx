import type { BatchPerson } from '@alumni/shared/alumni/batch-search'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { placeName } from '@alumni/shared/countries'
import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconUsers, type Icon } from '@tabler/icons-react'
import { ContactTags } from '../../domain/people/contact-blockers.tsx'
import { newPageName } from '../../ui/desktop.ts'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { emptyCell } from '../../ui/words/empty-cell.tsx'
import { count } from '../../ui/words/numbers.ts'
import { type Outcome, type LineResult, classSuffix, degreeText } from './choices.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'

const outcomeLooks: Record<Outcome, { icon: Icon; tone: Tone; word: (result: LineResult) => string }> = {
  found: { icon: IconCircleCheck, tone: 'good', word: () => 'Found' },
  chosen: {
    icon: IconCircleCheck,
    tone: 'good',
    word: ({ candidates, answer }) => `Chosen of ${count(answer.total || candidates.length)}`,
  },
  open: { icon: IconUsers, tone: 'warn', word: ({ answer }) => `${count(answer.total)} match` },
  dismissed: { icon: IconCircleX, tone: 'plain', word: ({ answer }) => `None of ${count(answer.total)}` },
  none: {
    icon: IconCircleDashed,
    tone: 'plain',
    word: ({ candidates }) => (candidates.length > 0 ? `Not found, ${count(candidates.length)} similar` : 'Not found'),
  },
}

/** `choose` opens the choice of a line; `handOver` stores the list for the person's page. */
export function resultColumns(choose: (line: number) => void, handOver: (buid: string) => void): Column<LineResult>[] {
  return [
    column('line', 'Line', (row) => <span className="muted">{count(row.line)}</span>, { isNumber: true, width: 56 }),
    column('given', 'As entered', (row) => <LineText result={row} />, { width: 220 }),
    column('outcome', 'Outcome', (row) => <OutcomeMark result={row} />, { width: 200 }),
    column('person', 'Person', (row) => <PersonCell result={row} choose={choose} handOver={handOver} />, {
      width: 300,
    }),
    column('buid', 'BUID', (row) => <Fact person={row.person} words={({ buid }) => buid} />, { width: 100 }),
    column('degree', 'Degree', (row) => <Fact person={row.person} words={degreeText} />, {
      width: 190,
      isOptional: true,
    }),
    column('place', 'Lives in', (row) => <Fact person={row.person} words={placeName} />, { width: 180 }),
  ]
}

function Fact({ person, words }: { person: BatchPerson | null; words: (person: BatchPerson) => string }) {
  const text = person && words(person)
  return text ? <span title={text}>{text}</span> : emptyCell
}

function LineText({ result: { text, answer } }: { result: LineResult }) {
  return (
    <span title={text}>
      <span>{text}</span>
      {answer.same_as !== null && <span className="muted"> same as line {count(answer.same_as)}</span>}
    </span>
  )
}

function OutcomeMark({ result }: { result: LineResult }) {
  const { icon, tone, word } = outcomeLooks[result.outcome]
  return (
    <StateWord icon={icon} tone={tone}>
      {word(result)}
    </StateWord>
  )
}

function PersonCell({
  result: { person, answer, line, outcome, text, candidates },
  choose,
  handOver,
}: {
  result: LineResult
  choose: (line: number) => void
  handOver: (buid: string) => void
}) {
  const isOpen = outcome === 'open' || outcome === 'none'
  const canChoose = answer.outcome !== 'one' && candidates.length > 0
  if (!person && !canChoose) return emptyCell
  return (
    <Group component="span" gap={8} wrap="nowrap" miw={0}>
      {person && <PersonInNewTab person={person} onOpen={() => handOver(person.buid)} />}
      {canChoose && (
        <Button
          size="compact-xs"
          flex="none"
          variant={outcome === 'open' ? 'light' : 'subtle'}
          onClick={() => choose(line)}
          aria-label={`${isOpen ? 'Choose for' : 'Change the choice for'} ${text}`}
        >
          {isOpen ? 'Choose' : 'Change'}
        </Button>
      )}
    </Group>
  )
}

/** Opens in another tab, so that the list and its choices stay. */
function PersonInNewTab({ person, onOpen }: { person: BatchPerson; onOpen: () => void }) {
  return (
    <>
      <Text
        component="a"
        className="name"
        display="flex"
        pos="relative"
        miw={0}
        title={nameWithClasses(person.name, person.class_years)}
        href={`/alumni/${person.buid}`}
        target="_blank"
        rel="noopener"
        onClick={onOpen}
        onAuxClick={onOpen}
        onContextMenu={onOpen}
      >
        <Text inherit span truncate>
          {person.name || 'No name'}
        </Text>
        {/* A long name is cut off before the class. */}
        <span style={{ flex: 'none', whiteSpace: 'pre' }}>{classSuffix(person)}</span>
        <span className="visually-hidden"> (opens in a new {newPageName()})</span>
      </Text>
      <ContactTags alumnus={person} />
    </>
  )
}
