import { engagedEvents, type EngagedEvent } from '@alumni/shared/alumni/engaged-events'
import { placesReply } from '@alumni/shared/alumni/search'
import { Autocomplete, Group, Text, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { writePlainSearch } from '../../plain-search.ts'
import { useDebouncedText } from '../../ui/form/use-debounced-text.ts'
import { readPageQuery } from '../../ui/read-query.ts'
import { formatShortDayRange } from '../../ui/format/days.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import type { FieldInput } from './filter-fields.tsx'

const suggestions = { staleTime: 5 * 60_000, retry: false }

export function EventField({ value, error, activity, onChange }: FieldInput & { activity: string }) {
  const input = useDebouncedText(value, onChange, 400)
  const [q] = useDebouncedValue(input.text.trim(), 120)
  const search = writePlainSearch({ q: q || undefined, activity: activity || undefined })
  const key = ['alumni_search', 'events', q, activity]
  const { data } = useQuery(readPageQuery(key, `/alumni_search/events${search}`, engagedEvents, suggestions))
  const byName = new Map(data?.events.map((event) => [event.name, event]))
  return (
    <SuggestedField
      {...input}
      label="Event"
      placeholder="Its name, or words of it"
      error={error}
      data={[...byName.keys()]}
      openOnFocus={false}
      maxDropdownHeight={360}
      renderOption={({ option }) => <EventOption event={byName.get(option.value)} />}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  )
}

function EventOption({ event }: { event: EngagedEvent | undefined }) {
  if (!event) return null
  return (
    <span className="lines">
      <span>{event.name}</span>
      <span className="fact">
        {formatShortDayRange(event.first_day, event.last_day)} · {formatNumber(event.people)}{' '}
        {event.people === 1 ? 'person' : 'people'}
      </span>
    </span>
  )
}

/** Long enough that the search does not run while the user types a place, because half a name would find no one. */
const noAutomaticSearchInMs = 60_000

/** Edits a place to search by. Suggests places, with their numbers of people, once the text starts with a letter. */
export function PlaceField({ label, hint, value, error, onChange }: FieldInput & { label: string; hint: string }) {
  const input = useDebouncedText(value, onChange, noAutomaticSearchInMs)
  const text = input.text.trim()
  const isCity = /^\p{L}/u.test(text)
  const url = `/alumni_search/places?${new URLSearchParams({ typed: text })}`
  const { data } = useQuery(readPageQuery(['places', text], url, placesReply, { ...suggestions, enabled: isCity }))
  const places = isCity ? (data?.places ?? []) : []
  return (
    <SuggestedField
      {...input}
      label={label}
      placeholder={hint}
      error={error}
      data={places.map(({ place }) => place)}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" gap={12} w="100%">
          <span>{option.value}</span>
          <Text component="span" className="muted" fz={13}>
            {formatCount(places.find(({ place }) => place === option.value)?.people ?? 0, ['person', 'people'])}
          </Text>
        </Group>
      )}
      comboboxProps={{ transitionProps: { duration: 80 }, width: 'max-content', position: 'bottom-start' }}
    />
  )
}

/** Applies the text on Enter, on choosing a suggestion, and on blur. */
function SuggestedField(props: ReturnType<typeof useDebouncedText> & Omit<AutocompleteProps, 'type'>) {
  const { text, change, flush, ...field } = props
  return (
    <Autocomplete
      {...field}
      autoComplete="off"
      value={text}
      // The server has already filtered the options, ignoring accents.
      filter={({ options }) => options}
      onChange={change}
      onOptionSubmit={(selected) => {
        change(selected)
        flush()
      }}
      onBlur={flush}
      onKeyDown={(event) => event.key === 'Enter' && flush()}
    />
  )
}
