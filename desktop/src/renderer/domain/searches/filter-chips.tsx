import { Button } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import classes from './filter-chips.module.css'

/** A filter that is set, in words. */
export type Chip<Filter extends string> = { filter: Filter; label: string }

type FilterChipsProps<Filter extends string> = {
  chips: readonly Chip<Filter>[]
  /** What is wrong with a filter, in a sentence. */
  problemOf: (filter: Filter) => string | undefined
  onOpen: (filter: Filter) => void
  onRemove: (...filters: Filter[]) => void
}

/** What the list is narrowed by, in words; each can be changed or taken away. */
export function FilterChips<Filter extends string>({ chips, problemOf, onOpen, onRemove }: FilterChipsProps<Filter>) {
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Filters that are set">
      {chips.map(({ filter, label }) => {
        const problem = problemOf(filter)
        return (
          <li key={filter} className={classes.chip} data-refused={problem !== undefined || undefined}>
            <button
              type="button"
              className={classes.label}
              onClick={() => onOpen(filter)}
              title={problem ?? 'Change this filter'}
            >
              {problem && <IconAlertTriangle size={14} stroke={1.8} aria-label="Not understood:" />}
              <span>{label}</span>
            </button>
            <button
              type="button"
              className={classes.remove}
              aria-label={`Remove the filter ${label}`}
              onClick={() => onRemove(filter)}
            >
              <IconX size={14} stroke={1.8} aria-hidden />
            </button>
          </li>
        )
      })}
      <li>
        <Button variant="subtle" onClick={() => onRemove(...chips.map(({ filter }) => filter))}>
          Clear all
        </Button>
      </li>
    </ul>
  )
}
