import type { SearchChoices, SearchPage } from '@alumni/shared/alumni/search'
import { withDistance } from '@alumni/shared/distances'
import { Text } from '@mantine/core'
import { Chip } from '../../domain/searches/filter-tools.tsx'
import classes from '../../domain/searches/filter-tools.module.css'
import { formatNumber } from '../../ui/format/numbers.ts'
import { searchFilters } from './filters.tsx'
import type { SearchParams } from './search-params.ts'
import { Button } from '../../ui/button.tsx'

type ReadingsProps = { page: SearchPage; choices: SearchChoices | undefined; onChange: (changes: SearchParams) => void }

/** Checks whether the choices must be loaded to name codes in the filters or in interpretations of the typed words. */
export function needsChoices(params: SearchParams, page: SearchPage | undefined): boolean {
  const filterSets = [...(page?.readings ?? []), ...(page?.others ?? [])].map(({ filters }) => filters)
  return [params, ...filterSets].some(searchFilters.hasCodes)
}

export function SearchReadings({ page: { readings, others, matching }, choices, onChange }: ReadingsProps) {
  const hasOthers = matching > 0 && others.length > 0
  if (readings.length === 0 && !hasOthers) return null
  return (
    <ul className={`list ${classes.group}`} aria-label="How the search was read">
      {readings.map(({ typed, q, champion, ...reading }) => {
        const filters = { ...reading.filters, champion }
        const label = describeSearchFilters(filters, choices)
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
          <OtherReadings {...{ others, choices, onChange }} />
        </li>
      )}
    </ul>
  )
}

export function SearchNotes({ notes }: Pick<SearchPage, 'notes'>) {
  return notes.map((note) => (
    <Text key={note} className="muted" fz={13} maw={760} mb={8}>
      {note}
    </Text>
  ))
}

export function OtherReadings({ others, choices, onChange }: Omit<ReadingsProps, 'page'> & Pick<SearchPage, 'others'>) {
  return others.map(({ q, matching, champion, ...other }) => {
    const filters = { ...other.filters, champion }
    return (
      <Button
        key={`${q} ${JSON.stringify(filters)}`}
        variant="default"
        size="compact-sm"
        onClick={() => onChange({ ...withDistance(filters), q: q || undefined })}
      >
        {[q && `“${q}”`, describeSearchFilters(filters, choices)].filter(Boolean).join(', ')} ({formatNumber(matching)})
      </Button>
    )
  })
}

export function describeSearchFilters(filters: SearchParams, choices: SearchChoices | undefined): string {
  return searchFilters
    .chipsOf(filters, choices)
    .map(({ label }) => label)
    .join(', ')
}
