import type { SearchChoices, SearchPage } from '@alumni/shared/alumni/search'
import { withDistance } from '@alumni/shared/distances'
import { Button as MantineButton, Group, Stack, Text } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { count } from '../../ui/words/numbers.ts'
import { searchFilters } from './filters.tsx'
import type { SearchWords } from './search-words.ts'
import { Button } from '../../ui/button.tsx'

type ReadingsProps = {
  page: SearchPage
  choices: SearchChoices | undefined
  onChange: (changes: SearchWords) => void
}

/** Whether the names of codes are shown: those of the address, or those that the box was read as. */
export function needsChoices(words: SearchWords, page: SearchPage | undefined): boolean {
  const read = [...(page?.readings ?? []), ...(page?.others ?? [])].map(({ filters }) => filters)
  return [words, ...read].some(searchFilters.hasCodes)
}

/**
 * Shows which parts of the box were read as filters, each to make a filter or to take away, other meanings, and what
 * could not be read. Where no one was found, the empty list has all but the chips.
 */
export function Readings({ page: { readings, others, notes, matching }, choices, onChange }: ReadingsProps) {
  const isEmpty = matching === 0
  if (readings.length === 0 && (isEmpty || others.length + notes.length === 0)) return null
  return (
    <Stack gap={8} mt={8} mb={12}>
      {(readings.length > 0 || others.length > 0) && (
        <Group gap={8} role="group" aria-label="How the search was read">
          {readings.map((reading) => (
            <ReadingChip
              key={`${reading.typed} ${JSON.stringify(reading.filters)}`}
              {...{ reading, choices, onChange }}
            />
          ))}
          {!isEmpty && others.length > 0 && (
            <>
              <Text component="span" className="muted" fz={13}>
                {readings.length > 0 ? 'Or' : 'Also'}
              </Text>
              <OtherQuestions {...{ others, choices, onChange }} />
            </>
          )}
        </Group>
      )}
      {!isEmpty && <Notes notes={notes} />}
    </Stack>
  )
}

type ReadingChipProps = Omit<ReadingsProps, 'page'> & { reading: SearchPage['readings'][number] }

function ReadingChip({ reading: { typed, q, filters }, choices, onChange }: ReadingChipProps) {
  const label = labelOfFilters(filters, choices)
  return (
    <MantineButton.Group>
      <Button
        variant="default"
        size="compact-sm"
        icon={IconFilter}
        title={`“${typed}” was read as ${label}. Make it a filter`}
        onClick={() => onChange({ ...withDistance(filters), q: q || undefined })}
      >
        {label}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        px={6}
        aria-label={`Search without ${label}`}
        title={`Search without “${typed}”`}
        onClick={() => onChange({ q: q || undefined })}
      >
        <IconX size={14} stroke={1.8} aria-hidden />
      </Button>
    </MantineButton.Group>
  )
}

/** Sentences about what could not be read. */
export function Notes({ notes }: Pick<SearchPage, 'notes'>) {
  return notes.map((note) => (
    <Text key={note} className="muted" fz={13} maw={760}>
      {note}
    </Text>
  ))
}

type OtherQuestionsProps = Omit<ReadingsProps, 'page'> & Pick<SearchPage, 'others'>

/** Buttons to other searches, each with the number of people that it finds. */
export function OtherQuestions({ others, choices, onChange }: OtherQuestionsProps) {
  return others.map(({ q, filters, matching }) => (
    <Button
      key={`${q} ${JSON.stringify(filters)}`}
      variant="default"
      size="compact-sm"
      onClick={() => onChange({ ...withDistance(filters), q: q || undefined })}
    >
      {[q && `“${q}”`, labelOfFilters(filters, choices)].filter(Boolean).join(', ')} ({count(matching)})
    </Button>
  ))
}

/** Filters of the search in words. */
export function labelOfFilters(filters: SearchWords, choices: SearchChoices | undefined): string {
  return searchFilters
    .chipsOf(filters, choices)
    .map(({ label }) => label)
    .join(', ')
}
