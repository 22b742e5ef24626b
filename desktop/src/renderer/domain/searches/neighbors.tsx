import { listPlace, placeIn } from '@alumni/shared/page'
import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, type Icon } from '@tabler/icons-react'
import { useQuery, useQueryClient, type FetchQueryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { writePlainSearch } from '../../plain-search.ts'
import { BackLink } from '../../ui/page/breadcrumbs.tsx'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { formatNumber } from '../../ui/format/numbers.ts'
import { setReturnRow, toListPosition, type ListOrigin } from './list-origin.ts'
import { readQuery } from '../../ui/read-query.ts'

type NeighborsProps<Page, Key extends readonly unknown[]> = {
  list: ListOrigin
  /** A BUID, or the id of a signup. */
  record: string
  noun: string
  pageQuery: (record: string) => FetchQueryOptions<Page, Error, Page, Key>
  onOpen: (record: string, list: ListOrigin) => void
}

/** Shows a record's place in its list, with steps to the previous and next records. Preloads the next one. */
export function Neighbors<Page, Key extends readonly unknown[]>(props: NeighborsProps<Page, Key>) {
  const { list, record, noun, pageQuery, onOpen } = props
  const position = useQuery({ ...placeQuery(list, record), enabled: list.records === undefined, retry: false })
  const found = list.records ? placeIn(list.records, record, list.place) : position.data
  const { place = null, matching, previous = null, next = null } = found ?? {}
  const lastPlace = place ?? list.place
  const queryClient = useQueryClient()
  useEffect(() => {
    if (place !== null) setReturnRow(list, record, place)
  }, [list, record, place])
  const listAt = (step: number) => ({ ...list, place: Math.max(1, (lastPlace ?? 1) + step) })
  const nextStep = place === null ? 0 : 1
  useEffect(() => {
    if (next === null) return
    void queryClient.prefetchQuery(pageQuery(next))
    if (!list.records) void queryClient.prefetchQuery(placeQuery(listAt(nextStep), next))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [next])
  const openNext = () => void (next !== null && onOpen(next, listAt(nextStep)))
  const openPrevious = () => void (previous !== null && onOpen(previous, listAt(-1)))
  useStepKeys(found !== undefined, { j: openNext, k: openPrevious })
  if (position.error) return null
  return (
    <Group gap="4px 8px" role="group" aria-label="The list you came from" wrap="nowrap">
      {list.path !== '/tools/batch_search' && (
        <BackLink
          title="Back to results"
          path={list.path}
          position={toListPosition({ ...list, place: lastPlace }, record)}
        />
      )}
      <Step icon={IconChevronLeft} label={`Previous ${noun}`} letter="k" to={previous} onClick={openPrevious} />
      <Text component="span" role="status" size="sm" c="dimmed" miw={72} ta="center">
        {matching !== undefined &&
          (place === null
            ? `No longer in this list of ${formatNumber(matching)}`
            : `${formatNumber(place)} of ${formatNumber(matching)}`)}
      </Text>
      <Step icon={IconChevronRight} label={`Next ${noun}`} letter="j" to={next} onClick={openNext} />
    </Group>
  )
}

type StepProps = { icon: Icon; label: string; letter: 'j' | 'k'; to: string | null; onClick: () => void }

function Step({ icon: Picture, label, letter, to, onClick }: StepProps) {
  return (
    <Button
      variant="default"
      size="xs"
      px={10}
      disabled={to === null}
      onClick={onClick}
      aria-label={label}
      aria-keyshortcuts={letter}
      title={`${label} (${letter.toUpperCase()})`}
    >
      <Picture size={16} stroke={1.8} aria-hidden />
    </Button>
  )
}

/** Remembers a key pressed before the position is known, so that quick key presses are not lost. */
function useStepKeys(isKnown: boolean, steps: { j: () => unknown; k: () => unknown }) {
  const pendingKey = useRef<'j' | 'k'>(undefined)
  const press = (key: 'j' | 'k') => () => void (isKnown ? steps[key]() : (pendingKey.current = key))
  useLetterKey('j', press('j'))
  useLetterKey('k', press('k'))
  useEffect(() => {
    if (!isKnown || !pendingKey.current) return
    const step = steps[pendingKey.current]
    pendingKey.current = undefined
    step()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isKnown])
}

const recordParams = { '/alumni_search': 'buid', '/champion_signups': 'id', '/tools/batch_search': 'buid' } as const

function placeQuery({ path, params, place }: ListOrigin, record: string) {
  const search = { ...params, [recordParams[path]]: record }
  return readQuery(
    [path.slice(1), 'place', search],
    `${path}/place${writePlainSearch({ ...search, place })}`,
    listPlace,
  )
}
