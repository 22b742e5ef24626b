import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { Anchor, Button, Group, Radio, Stack, Switch, Text } from '@mantine/core'
import type { Summary, Totals } from '../../../converter/conversion.ts'
import { reasonLabels } from '../../../converter/output-lines.ts'
import { foldStatus, type Status } from '../../../converter/statuses.ts'
import { useState } from 'react'
import { RecordForm } from './record-form.tsx'
import { UnmatchedPeople } from './unmatched-people.tsx'
import type { ConversionState } from './use-conversion.ts'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Tiles, type Tile } from '../../ui/page/tiles.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'

const attendanceHints: Partial<Record<Summary['format'], string>> = {
  'Google Forms': '. Use a form that people fill in at the event.',
  Eventbrite:
    ', including everyone with a ticket. If people were checked in, use the report with the “Attendee Status” column.',
}

type ConversionResultProps = {
  conversion: ConversionState
  summary: Summary
  activityCodes: { code: string; name: string }[]
}

export function ConversionResult({ conversion, summary, activityCodes }: ConversionResultProps) {
  const { totals, statuses, hasStatus, days, waiting, format } = summary
  return (
    <WithAside aside={<RecordForm conversion={conversion} summary={summary} activityCodes={activityCodes} />}>
      <TotalTiles totals={totals} />
      {totals.converted === 0 && totals.notAttended > 0 && totals.unmatched === 0 && (
        <Alert tone="warn" title="No one in this file counts as attended">
          Check who counts below. If no one was checked in, the platform only knows who registered.
        </Alert>
      )}
      {days.ambiguous && (
        <DateOrder ambiguous={days.ambiguous} onDecide={(isDayFirst) => conversion.decide({ isDayFirst })} />
      )}
      {waiting.total > 0 && <WaitingList waiting={waiting} conversion={conversion} />}
      {summary.unmatched.total > 0 && (
        <UnmatchedPeople unmatched={summary.unmatched} onIdentify={conversion.identify} />
      )}
      <ReasonsCard totals={totals} />
      {hasStatus ? (
        <StatusMap
          statuses={statuses}
          onDecide={(text, isAttended) =>
            conversion.decide({
              statuses: {
                ...Object.fromEntries(statuses.map((each) => [foldStatus(each.text), each.isAttended])),
                [foldStatus(text)]: isAttended,
              },
            })
          }
        />
      ) : (
        <Card title="Who counts as attended">
          <p className="muted">
            The file has no attendance column, so everyone in it counts
            {attendanceHints[format] ?? '.'}
          </p>
        </Card>
      )}
      <p className="muted">
        {format === 'Columns chosen by hand'
          ? 'The columns are the ones chosen earlier for this header.'
          : 'The columns were recognized by name.'}{' '}
        <Anchor component="button" type="button" onClick={() => conversion.askForColumns()}>
          Choose columns
        </Anchor>
      </p>
    </WithAside>
  )
}

function TotalTiles({ totals }: { totals: Totals }) {
  const tiles: Tile[] = [
    { label: 'To record', number: totals.converted, tone: 'good' },
    { label: 'Repeated lines', number: totals.duplicates, tone: 'plain' },
    { label: 'Not attended', number: totals.notAttended, tone: 'plain' },
    { label: 'Unmatched', number: totals.unmatched, tone: 'warn' },
    ...(totals.broken > 0 ? [{ label: 'Lines not read', number: totals.broken, tone: 'bad' }] : []),
  ]
  return (
    <section aria-label="What happens to the lines">
      <Tiles tiles={tiles} />
      <Text className="fact" mt={8}>
        {formatCount(totals.rows, ['line', 'lines'])} in the file ={' '}
        {tiles.map(({ number }) => formatNumber(number)).join(' + ')}
      </Text>
    </section>
  )
}

function ReasonsCard({ totals: { reasons } }: { totals: Totals }) {
  const all = Object.entries(reasons).toSorted(([, a], [, b]) => b - a)
  if (all.length === 0) return null
  return (
    <Card title="Why lines were not used">
      <Stack component="ul" gap={8} className="list">
        {all.map(([reason, rows]) => (
          <Group component="li" key={reason} justify="space-between" wrap="nowrap">
            <span>{reasonLabels[reason as keyof typeof reasonLabels]}</span>
            <strong>{formatNumber(rows)}</strong>
          </Group>
        ))}
      </Stack>
      <p className="muted">The file of unmatched people lists each one with line, name and address.</p>
    </Card>
  )
}

type StatusMapProps = { statuses: Status[]; onDecide: (text: string, isAttended: boolean) => void }

function StatusMap({ statuses, onDecide }: StatusMapProps) {
  return (
    <Card title="Who counts as attended">
      <Stack component="ul" gap={8} className="list">
        {statuses.map(({ text, rows, isAttended, isKnown }) => (
          <Group component="li" key={text} justify="space-between" align="flex-start" wrap="nowrap">
            <Switch
              label={text || 'Blank'}
              description={isKnown ? undefined : 'New word: decide what it means.'}
              checked={isAttended}
              onChange={(event) => onDecide(text, event.currentTarget.checked)}
            />
            <span className="muted">{formatCount(rows, ['line', 'lines'])}</span>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}

type DateOrderProps = { ambiguous: NonNullable<Summary['days']['ambiguous']>; onDecide: (isDayFirst: boolean) => void }

function DateOrder({ ambiguous: { text, monthFirst, dayFirst }, onDecide }: DateOrderProps) {
  return (
    <Alert
      tone="warn"
      title={`Which day is ${text}?`}
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => onDecide(false)}>
            {formatDay(monthFirst)}
          </Button>
          <Button size="xs" variant="default" onClick={() => onDecide(true)}>
            {formatDay(dayFirst)}
          </Button>
        </>
      }
    >
      Nothing in the file shows whether the day or the month comes first.
    </Alert>
  )
}

const perPage = 10

type WaitingListProps = { waiting: Summary['waiting']; conversion: ConversionState }

/** Asks the user to choose, because a matching name alone does not identify a person. */
function WaitingList({ waiting, conversion }: WaitingListProps) {
  const { shown, total, chosen: chosenCount } = waiting
  const [page, setPage] = useState(1)
  const openCount = total - chosenCount
  const pages = Math.ceil(shown.length / perPage)
  const attendees = shown.slice((page - 1) * perPage, page * perPage)
  return (
    <Card title="Choose the right person">
      <p className="muted" role="status">
        {openCount === 0
          ? 'Everyone has been chosen.'
          : `${formatNumber(openCount)} ${openCount === 1 ? 'address is' : 'addresses are'} on file for several people. Anyone not chosen stays unmatched.`}
        {total > shown.length && ` The first ${formatNumber(shown.length)} are shown.`}
      </p>
      <MatchingNames waiting={waiting} conversion={conversion} />
      {attendees.map(({ id, line, address, name, people, chosen, fittingBuid }) => (
        <Radio.Group
          key={id}
          pt={12}
          style={{ borderTop: '1px solid var(--line)', overflowWrap: 'anywhere' }}
          label={name || address}
          description={`${name ? `${address}, ` : ''}line ${formatNumber(line)}`}
          value={chosen === undefined ? '' : (chosen ?? 'none')}
          onChange={(value) => conversion.choose(id, value === 'none' ? null : value)}
        >
          <Stack gap={10} mt={10}>
            {people.map(({ buid, display_name, class_year }) => (
              <Radio
                key={buid}
                value={buid}
                label={nameWithClasses(display_name, class_year === null ? [] : [class_year])}
                description={[buid, buid === fittingBuid && 'the name matches'].filter(Boolean).join(' · ')}
              />
            ))}
            <Radio value="none" label="None of them" />
          </Stack>
        </Radio.Group>
      ))}
      {pages > 1 && <Pager page={page} pages={pages} onPage={setPage} />}
    </Card>
  )
}

function MatchingNames({ waiting: { fitting, taken }, conversion }: WaitingListProps) {
  return (
    <>
      {fitting > 0 && (
        <Group justify="space-between">
          <span>{formatCount(fitting, ['name matches one person', 'names match one person each'])}.</span>
          <Button size="xs" onClick={conversion.chooseFitting}>
            {fitting === 1 ? 'Choose that person' : `Choose all ${formatNumber(fitting)}`}
          </Button>
        </Group>
      )}
      {taken > 0 && (
        <Group justify="space-between">
          <span role="status">
            {formatCount(taken, ['person was', 'people were'])} chosen by name. You can still change each choice.
          </span>
          <Button size="xs" variant="default" onClick={conversion.undoFitting}>
            Undo
          </Button>
        </Group>
      )}
    </>
  )
}
