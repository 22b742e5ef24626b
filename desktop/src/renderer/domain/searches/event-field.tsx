import { engagedEvents, type EngagedEvent } from '@alumni/shared/alumni/engaged-events'
import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useTyped } from '../../ui/form/use-typed.ts'
import { shortDayRange } from '../../ui/words/days.ts'
import { count } from '../../ui/words/numbers.ts'
import type { Typed } from './filter-fields.tsx'

/** An event that people took part in, or words of its name; `activity` narrows what is suggested. */
export function EventField({ value, error, activity, onChange }: Typed & { activity: string }) {
  const { typed, type, settle } = useTyped(value, onChange, 400)
  const events = useEvents(useDebouncedValue(typed.trim(), 120)[0], activity)
  const byName = new Map(events.map((event) => [event.name, event]))
  return (
    <Autocomplete
      label="Event"
      placeholder="Its name, or words of it"
      autoComplete="off"
      value={typed}
      error={error}
      data={[...byName.keys()]}
      // The server has chosen them, by words and without accents.
      filter={({ options }) => options}
      openOnFocus={false}
      maxDropdownHeight={360}
      renderOption={({ option }) => <EventOption event={byName.get(option.value)!} />}
      onChange={type}
      onOptionSubmit={(name) => {
        type(name)
        settle()
      }}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
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
        {shortDayRange(event.first_day, event.last_day)} · {count(event.people)}{' '}
        {event.people === 1 ? 'person' : 'people'}
      </span>
    </span>
  )
}

function useEvents(q: string, activity: string): readonly EngagedEvent[] {
  const { data } = useQuery({
    queryKey: ['alumni_search', 'events', q, activity],
    queryFn: ({ signal }) =>
      request(
        `/alumni_search/events${writePlainSearch({ q: q || undefined, activity: activity || undefined })}`,
        engagedEvents,
        {
          signal,
        },
      ),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: false,
  })
  return data?.events ?? []
}
