import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { batchSearchReply, type BatchPerson } from '@alumni/shared/alumni/batch-search'
import { Group, Radio, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Person, Summary, Unmatched } from '../../../converter/conversion.ts'
import { reasonWords } from '../../../converter/output-lines.ts'
import { post } from '../../http.ts'
import { Card } from '../../ui/page/card.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { useAction } from '../../ui/use-action.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import { Button } from '../../ui/button.tsx'

type UnmatchedPeopleProps = {
  unmatched: Summary['unmatched']
  onIdentify: (id: number, person: Person | null) => void
}

const perPage = 10

/**
 * Lists attendees not found by address. Their names stay on this computer until a person looks one of them up.
 */
export function UnmatchedPeople({ unmatched: { shown, of, chosen }, onIdentify }: UnmatchedPeopleProps) {
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<number>()
  const left = of - chosen
  const pages = Math.ceil(shown.length / perPage)
  return (
    <Card title="Who was not found">
      <p className="muted" role="status">
        {left === 0
          ? 'Everyone was found.'
          : `${countOf(left, ['person is', 'people are'])} unmatched. Names stay on this computer; a name is sent only when you look it up.`}
        {of > shown.length && ` The first ${count(shown.length)} are shown.`}
      </p>
      <ul className="rows frame">
        {shown.slice((page - 1) * perPage, page * perPage).map((each) => (
          <li key={each.id}>
            <Group justify="space-between" gap="4px 16px">
              <span className="lines">
                <strong>{each.name || each.address || 'No name'}</strong>
                <span className="note">
                  {[each.name && each.address, `line ${count(each.line)}`, reasonWords[each.reason]]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {each.chosen && <span className="note">Recorded as {personWords(each.chosen)}</span>}
              </span>
              {each.chosen ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Leave ${each.name || each.address} unmatched`}
                  onClick={() => onIdentify(each.id, null)}
                >
                  Leave unmatched
                </Button>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  aria-expanded={open === each.id}
                  aria-label={`Find ${each.name || each.address}`}
                  onClick={() => setOpen(open === each.id ? undefined : each.id)}
                >
                  Find
                </Button>
              )}
            </Group>
            {open === each.id && !each.chosen && (
              <LookUp
                unmatched={each}
                onChoose={(person) => {
                  onIdentify(each.id, person)
                  setOpen(undefined)
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

/** The name as the file has it, in a box: what stands there when it is sent is all that is sent. */
function LookUp({ unmatched, onChoose }: { unmatched: Unmatched; onChoose: (person: Person) => void }) {
  const [typed, setTyped] = useState(unmatched.name)
  const search = (line: string) => post('/tools/batch_search', batchSearchReply, { lines: [line] })
  const look = useAction((line: string) => search(line).then(foundIn), { isErrorInline: true })
  return (
    <Stack gap={12} mt={12}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim()) look.mutate(typed.trim())
        }}
      >
        <Group gap={8} align="flex-end">
          <TextInput
            label="Name, e-mail address or BUID to look up"
            value={typed}
            maxLength={200}
            autoFocus
            autoComplete="off"
            flex={1}
            miw={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" loading={look.isPending} disabled={!typed.trim()} icon={IconSearch}>
            Look up
          </Button>
        </Group>
      </form>
      {look.error && (
        <Alert tone="bad" isAlert>
          {look.error.message}
        </Alert>
      )}
      {look.data && <Found of={look.data} name={unmatched.name || unmatched.address} onChoose={onChoose} />}
    </Stack>
  )
}

type Found = { people: BatchPerson[]; isSimilar: boolean; total: number }

/** Returns people of the name, or else those of a similar one. */
function foundIn({ lines, people }: ReturnType<typeof batchSearchReply.parse>): Found {
  const [line] = lines
  const buids = line ? (line.total > 0 ? line.buids : line.similar) : []
  return {
    people: buids.flatMap((buid) => people.find((person) => person.buid === buid) ?? []),
    isSimilar: line?.total === 0,
    total: line?.total ?? 0,
  }
}

type FoundProps = { of: Found; name: string; onChoose: (person: Person) => void }

function Found({ of: { people, isSimilar, total }, name, onChoose }: FoundProps) {
  const [buid, setBuid] = useState('')
  if (people.length === 0)
    return (
      <p className="muted" role="status">
        No one on file has this name or a similar one. Try another spelling.
      </p>
    )
  const chosen = people.find((person) => person.buid === buid)
  return (
    <Stack gap={12} align="flex-start">
      <Radio.Group
        label={`Who is ${name}?`}
        description={foundWords(people.length, total, isSimilar)}
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
        disabled={!chosen}
        onClick={() =>
          chosen && onChoose({ buid, display_name: chosen.name, class_year: chosen.class_years.at(-1) ?? null })
        }
      >
        Choose
      </Button>
    </Stack>
  )
}

function foundWords(shown: number, total: number, isSimilar: boolean): string {
  if (isSimilar) return 'No one has this name. These people have similar ones.'
  return total > shown
    ? `${countOf(total, ['person has', 'people have'])} this name; the first ${count(shown)} are shown.`
    : `${countOf(total, ['person has', 'people have'])} this name.`
}

function personWords({ display_name, class_year, buid }: Person): string {
  return `${nameWithClasses(display_name, class_year === null ? [] : [class_year])} · ${buid}`
}
