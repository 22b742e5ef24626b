import type { BatchPerson } from '@alumni/shared/alumni/batch-search'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { placeName } from '@alumni/shared/countries'
import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconUsers, type Icon } from '@tabler/icons-react'
import { ContactTags } from '../../domain/people/contact-blockers.tsx'
import { newPageName } from '../../ui/desktop.ts'
import { StateBadge, type Tone } from '../../ui/state-badge.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'
import { formatNumber } from '../../ui/format/numbers.ts'
import { type Outcome, type LineResult, formatClassSuffix, formatDegree } from './choices.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'

const outcomeStates: Record<Outcome, { icon: Icon; tone: Tone; label: (result: LineResult) => string }> = {
  found: { icon: IconCircleCheck, tone: 'good', label: () => 'Found' },
  chosen: {
    icon: IconCircleCheck,
    tone: 'good',
    label: ({ candidates, answer }) => `Chosen of ${formatNumber(answer.total || candidates.length)}`,
  },
  open: { icon: IconUsers, tone: 'warn', label: ({ answer }) => `${formatNumber(answer.total)} match` },
  dismissed: { icon: IconCircleX, tone: 'plain', label: ({ answer }) => `None of ${formatNumber(answer.total)}` },
  none: {
    icon: IconCircleDashed,
    tone: 'plain',
    label: ({ candidates }) =>
      candidates.length > 0 ? `Not found, ${formatNumber(candidates.length)} similar` : 'Not found',
  },
}

/** Builds the table's columns. `onOpenPerson` is called before a person's page opens in a new tab. */
export function buildResultColumns(
  onChoose: (line: number) => void,
  onOpenPerson: (buid: string) => void,
): Column<LineResult>[] {
  return [
    column('line', 'Line', { isNumber: true, width: 56 }, (row) => (
      <span className="muted">{formatNumber(row.line)}</span>
    )),
    column('given', 'As entered', { width: 220 }, (row) => <LineText result={row} />),
    column('outcome', 'Outcome', { width: 200 }, (row) => <OutcomeState result={row} />),
    column('person', 'Person', { width: 300 }, (row) => (
      <PersonCell result={row} onChoose={onChoose} onOpenPerson={onOpenPerson} />
    )),
    column('buid', 'BUID', { width: 100 }, (row) => <PersonFact person={row.person} format={({ buid }) => buid} />),
    column('degree', 'Degree', { width: 190, isOptional: true }, (row) => (
      <PersonFact person={row.person} format={formatDegree} />
    )),
    column('place', 'Lives in', { width: 180 }, (row) => <PersonFact person={row.person} format={placeName} />),
  ]
}

function PersonFact({ person, format }: { person: BatchPerson | null; format: (person: BatchPerson) => string }) {
  const text = person && format(person)
  return text ? <span title={text}>{text}</span> : emptyCell
}

function LineText({ result: { text, answer } }: { result: LineResult }) {
  return (
    <span title={text}>
      <span>{text}</span>
      {answer.same_as !== null && <span className="muted"> same as line {formatNumber(answer.same_as)}</span>}
    </span>
  )
}

function OutcomeState({ result }: { result: LineResult }) {
  const { icon, tone, label } = outcomeStates[result.outcome]
  return (
    <StateBadge icon={icon} tone={tone}>
      {label(result)}
    </StateBadge>
  )
}

type PersonCellProps = { result: LineResult; onChoose: (line: number) => void; onOpenPerson: (buid: string) => void }

function PersonCell({ result, onChoose, onOpenPerson }: PersonCellProps) {
  const { person, answer, line, outcome, text, candidates } = result
  const isOpen = outcome === 'open' || outcome === 'none'
  const canChoose = answer.outcome !== 'one' && candidates.length > 0
  if (!person && !canChoose) return emptyCell
  return (
    <Group component="span" gap={8} wrap="nowrap" miw={0}>
      {person && <NewTabPersonLink person={person} onOpen={() => onOpenPerson(person.buid)} />}
      {canChoose && (
        <Button
          size="compact-xs"
          flex="none"
          variant={outcome === 'open' ? 'light' : 'subtle'}
          onClick={() => onChoose(line)}
          aria-label={`${isOpen ? 'Choose for' : 'Change the choice for'} ${text}`}
        >
          {isOpen ? 'Choose' : 'Change'}
        </Button>
      )}
    </Group>
  )
}

/** Opens the person in a new tab, because this page keeps its list and choices in memory. */
function NewTabPersonLink({ person, onOpen }: { person: BatchPerson; onOpen: () => void }) {
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
        {/* Truncates a long name but never the class years. */}
        <span style={{ flex: 'none', whiteSpace: 'pre' }}>{formatClassSuffix(person)}</span>
        <span className="visually-hidden"> (opens in a new {newPageName()})</span>
      </Text>
      <ContactTags alumnus={person} />
    </>
  )
}
