import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { batchSearchReply, type BatchPerson } from '@alumni/shared/alumni/batch-search'
import { Group, Radio, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Person, Summary, UnmatchedAttendee } from '../../../converter/conversion.ts'
import { reasonLabels } from '../../../converter/output-lines.ts'
import { post } from '../../http.ts'
import { Card } from '../../ui/page/card.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { useAction } from '../../ui/use-action.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { Button } from '../../ui/button.tsx'

type UnmatchedPeopleProps = { unmatched: Summary['unmatched']; onIdentify: (id: number, person: Person | null) => void }

const perPage = 10

/** A name is sent to the server only when the user looks it up. */
export function UnmatchedPeople({ unmatched: { shown, total, chosen }, onIdentify }: UnmatchedPeopleProps) {
  const [page, setPage] = useState(1)
  const [openId, setOpenId] = useState<number>()
  const unmatchedCount = total - chosen
  const pages = Math.ceil(shown.length / perPage)
  return (
    <Card title="Who was not found">
      <p className="muted" role="status">
        {unmatchedCount === 0
          ? 'Everyone was found.'
          : `${formatCount(unmatchedCount, ['person is', 'people are'])} unmatched. Names stay on this computer; a name is sent only when you look it up.`}
        {total > shown.length && ` The first ${formatNumber(shown.length)} are shown.`}
      </p>
      <ul className="rows frame">
        {shown.slice((page - 1) * perPage, page * perPage).map((attendee) => (
          <li key={attendee.id}>
            <Group justify="space-between" gap="4px 16px">
              <span className="lines">
                <strong>{attendee.name || attendee.address || 'No name'}</strong>
                <span className="note">
                  {[
                    attendee.name && attendee.address,
                    `line ${formatNumber(attendee.line)}`,
                    reasonLabels[attendee.reason],
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {attendee.chosen && <span className="note">Recorded as {formatPerson(attendee.chosen)}</span>}
              </span>
              {attendee.chosen ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Leave ${attendee.name || attendee.address} unmatched`}
                  onClick={() => onIdentify(attendee.id, null)}
                >
                  Leave unmatched
                </Button>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  aria-expanded={openId === attendee.id}
                  aria-label={`Find ${attendee.name || attendee.address}`}
                  onClick={() => setOpenId(openId === attendee.id ? undefined : attendee.id)}
                >
                  Find
                </Button>
              )}
            </Group>
            {openId === attendee.id && !attendee.chosen && (
              <LookUp
                unmatched={attendee}
                onChoose={(person) => {
                  onIdentify(attendee.id, person)
                  setOpenId(undefined)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} onPage={setPage} />}
    </Card>
  )
}

function LookUp({ unmatched, onChoose }: { unmatched: UnmatchedAttendee; onChoose: (person: Person) => void }) {
  const [query, setQuery] = useState(unmatched.name)
  const search = (line: string) => post('/tools/batch_search', batchSearchReply, { lines: [line] })
  const lookUp = useAction((line: string) => search(line).then(parseMatches), { isErrorInline: true })
  return (
    <Stack gap={12} mt={12}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (query.trim()) lookUp.mutate(query.trim())
        }}
      >
        <Group gap={8} align="flex-end">
          <TextInput
            label="Name, e-mail address or BUID to look up"
            value={query}
            maxLength={200}
            autoFocus
            autoComplete="off"
            flex={1}
            miw={200}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <Button type="submit" loading={lookUp.isPending} disabled={!query.trim()} icon={IconSearch}>
            Look up
          </Button>
        </Group>
      </form>
      {lookUp.error && (
        <Alert tone="bad" isAlert>
          {lookUp.error.message}
        </Alert>
      )}
      {lookUp.data && <Matches matches={lookUp.data} name={unmatched.name || unmatched.address} onChoose={onChoose} />}
    </Stack>
  )
}

type NameMatches = { people: BatchPerson[]; isSimilar: boolean; total: number }

/** Returns the people with this name or, if there are none, people with a similar name. */
function parseMatches({ lines, people }: ReturnType<typeof batchSearchReply.parse>): NameMatches {
  const [line] = lines
  const buids = line ? (line.total > 0 ? line.buids : line.similar) : []
  return {
    people: buids.flatMap((buid) => people.find((person) => person.buid === buid) ?? []),
    isSimilar: line?.total === 0,
    total: line?.total ?? 0,
  }
}

type MatchesProps = { matches: NameMatches; name: string; onChoose: (person: Person) => void }

function Matches({ matches: { people, isSimilar, total }, name, onChoose }: MatchesProps) {
  const [buid, setBuid] = useState('')
  if (people.length === 0)
    return (
      <p className="muted" role="status">
        No one on file has this name or a similar one. Try another spelling.
      </p>
    )
  const selected = people.find((person) => person.buid === buid)
  return (
    <Stack gap={12} align="flex-start">
      <Radio.Group
        label={`Who is ${name}?`}
        description={describeMatches(people.length, total, isSimilar)}
        value={buid}
        onChange={setBuid}
      >
        <Stack gap={10} mt={10}>
          {people.map((person) => (
            <Radio
              key={person.buid}
              value={person.buid}
              label={nameWithClasses(person.name, person.class_years.slice(-1))}
              description={[person.city, person.buid].filter(Boolean).join(' · ')}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Button
        size="xs"
        disabled={!selected}
        onClick={() =>
          selected && onChoose({ buid, display_name: selected.name, class_year: selected.class_years.at(-1) ?? null })
        }
      >
        Choose
      </Button>
    </Stack>
  )
}

function describeMatches(shownCount: number, total: number, isSimilar: boolean): string {
  if (isSimilar) return 'No one has this name. These people have similar ones.'
  return total > shownCount
    ? `${formatCount(total, ['person has', 'people have'])} this name; the first ${formatNumber(shownCount)} are shown.`
    : `${formatCount(total, ['person has', 'people have'])} this name.`
}

function formatPerson({ display_name, class_year, buid }: Person): string {
  return `${nameWithClasses(display_name, class_year === null ? [] : [class_year])} · ${buid}`
}
