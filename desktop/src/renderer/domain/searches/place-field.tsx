import { placesReply } from '@alumni/shared/alumni/search'
import { Autocomplete, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTyped } from '../../ui/form/use-typed.ts'
import { countOf } from '../../ui/words/numbers.ts'
import type { Typed } from './filter-fields.tsx'
import { readPage } from '../../ui/read.ts'

/** Half a name is no place, and would find no one: until one is chosen, or the field is left, nothing is searched. */
const untilChosen = 60_000

/** A city, with those suggested where people on file live, or a ZIP or postal code. */
export function PlaceField({ label, hint, value, error, onChange }: Typed & { label: string; hint: string }) {
  const { typed, type, settle } = useTyped(value, onChange, untilChosen)
  const asked = typed.trim()
  const isAsking = /^\p{L}/u.test(asked)
  const { data } = useQuery(
    readPage(['places', asked], `/alumni_search/places?${new URLSearchParams({ typed: asked })}`, placesReply, {
      enabled: isAsking,
      staleTime: 5 * 60_000,
      retry: false,
    }),
  )
  const places = isAsking ? (data?.places ?? []) : []
  return (
    <Autocomplete
      label={label}
      placeholder={hint}
      autoComplete="off"
      value={typed}
      error={error}
      data={places.map(({ place }) => place)}
      // The server has chosen them.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" gap={12} w="100%">
          <span>{option.value}</span>
          <Text component="span" className="muted" fz={13}>
            {countOf(places.find(({ place }) => place === option.value)?.people ?? 0, ['person', 'people'])}
          </Text>
        </Group>
      )}
      comboboxProps={{ transitionProps: { duration: 80 }, width: 'max-content', position: 'bottom-start' }}
      onChange={type}
      onOptionSubmit={settleLater(settle)}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
    />
  )
}

/** The chosen place is typed after this is called. */
function settleLater(settle: () => void): () => void {
  return () => void setTimeout(settle)
}
