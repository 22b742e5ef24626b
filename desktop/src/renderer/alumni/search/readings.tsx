import type { SearchChoices, SearchPage } from '@alumni/shared/alumni/search'
import { Button, Group } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { count } from '../../ui/words/numbers.ts'
import { searchFilters } from './filters.tsx'
import type { SearchWords } from './search-words.ts'

type ReadingsProps = {
  page: Pick<SearchPage, 'readings' | 'others'>
  choices: SearchChoices | undefined
  onChange: (changes: SearchWords) => void
}

/** Shows which parts of the box were read as filters, each to keep as a filter or to take away, and other meanings. */
export function Readings({ page: { readings, others }, choices, onChange }: ReadingsProps) {
  if (readings.length + others.length === 0) return null
  return (
    <Group gap={8} mt={8} role="group" aria-label="How the search was read">
      {readings.map(({ typed, q, filters }) => {
        const label = labelOf(filters, choices)
        return (
          <Button.Group key={typed}>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconFilter size={14} stroke={1.8} aria-hidden />}
              title={`“${typed}” was read as ${label}. Make it a filter`}
              onClick={() => onChange({ ...filters, q: q || undefined })}
            >
              {label}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              px={6}
              aria-label={`Search without ${label}`}
              onClick={() => onChange({ q: q || undefined })}
            >
              <IconX size={14} stroke={1.8} aria-hidden />
            </Button>
          </Button.Group>
        )
      })}
      {others.map((other) => (
        <OtherQuestion key={`${other.q} ${JSON.stringify(other.filters)}`} {...{ other, choices, onChange }} />
      ))}
    </Group>
  )
}

type OtherQuestionProps = Omit<ReadingsProps, 'page'> & { other: SearchPage['others'][number] }

/** A button to another meaning of the box, with the number of people that it finds. */
function OtherQuestion({ other: { q, filters, matching }, choices, onChange }: OtherQuestionProps) {
  const label = [q && `“${q}”`, labelOf(filters, choices)].filter(Boolean).join(', ')
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onChange({ ...filters, q: q || undefined })}>
      {label} ({count(matching)})
    </Button>
  )
}

function labelOf(filters: SearchWords, choices: SearchChoices | undefined): string {
  return searchFilters
    .chipsOf(filters, choices)
    .map(({ label }) => label)
    .join(', ')
}
