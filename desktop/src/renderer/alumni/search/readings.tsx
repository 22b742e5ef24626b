import type { SearchChoices, SearchPage } from '@alumni/shared/alumni/search'
import { withDistance } from '@alumni/shared/distances'
import { Text } from '@mantine/core'
import { Chip } from '../../domain/searches/filter-tools.tsx'
import classes from '../../domain/searches/filter-tools.module.css'
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
 * Shows which parts of the box were read as filters, each to make a filter or to take away, and other meanings. Where no
 * one was found, the empty list has those.
 */
export function Readings({ page: { readings, others, matching }, choices, onChange }: ReadingsProps) {
  const hasOthers = matching > 0 && others.length > 0
  if (readings.length === 0 && !hasOthers) return null
  return (
    <ul className={`list ${classes.group}`} aria-label="How the search was read">
      {readings.map(({ typed, q, filters }) => {
        const label = labelOfFilters(filters, choices)
        return (
          <Chip
            key={`${typed} ${label}`}
            label={label}
            title={`“${typed}” was read as ${label}. Make it a filter`}
            removeLabel={`Search without ${label}`}
            onOpen={() => onChange({ ...withDistance(filters), q: q || undefined })}
            onRemove={() => onChange({ q: q || undefined })}
          />
        )
      })}
      {hasOthers && (
        <li className={classes.group}>
          <span className="fact">{readings.length > 0 ? 'Or' : 'Also'}</span>
          <OtherQuestions {...{ others, choices, onChange }} />
        </li>
      )}
    </ul>
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
