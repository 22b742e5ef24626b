import type { SearchChoices } from '@alumni/shared/alumni-search'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { chipsOf, filters, without, type Chip, type Filter } from './chips.ts'
import type { SearchWords } from './search-words.ts'
import classes from './filter-chips.module.css'

type FilterChipsProps = {
  words: SearchWords
  choices: SearchChoices | undefined
  refused: Record<string, string> | undefined
  onOpen: (filter: Filter) => void
  onChange: (changes: SearchWords) => void
}

/** What the list is narrowed by, in words; each can be changed or taken away. */
export function FilterChips({ words, choices, refused = {}, onOpen, onChange }: FilterChipsProps) {
  const chips = chipsOf(words, choices)
  if (chips.length === 0) return null
  const sentenceOf = ({ filter, unknown }: Chip) =>
    filters[filter].map((word) => refused[word]).find(Boolean) ?? unknown
  return (
    <ul className={classes.chips} aria-label="Filters that are set">
      {chips.map((chip) => (
        <li key={chip.filter} className={classes.chip} data-refused={sentenceOf(chip) !== undefined || undefined}>
          <button
            type="button"
            className={classes.label}
            onClick={() => onOpen(chip.filter)}
            title={sentenceOf(chip) ?? 'Change this filter'}
          >
            {sentenceOf(chip) && <IconAlertTriangle size={14} stroke={1.8} aria-label="Not understood:" />}
            <span>{chip.label}</span>
          </button>
          <button
            type="button"
            className={classes.remove}
            aria-label={`Remove the filter ${chip.label}`}
            onClick={() => onChange(without(chip.filter))}
          >
            <IconX size={14} stroke={1.8} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button variant="subtle" onClick={() => onChange(without(...chips.map(({ filter }) => filter)))}>
          Clear all
        </Button>
      </li>
    </ul>
  )
}
