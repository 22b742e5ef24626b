import { Button } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { dayWords } from '../../ui/words/days.ts'
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

const maxNames = 3

/** "Engineering, Law, Arts or 3 more". */
export function anyOf(names: readonly string[]): string {
  const shown = names.length > maxNames + 1 ? [...names.slice(0, maxNames), `${names.length - maxNames} more`] : names
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(shown)
}

/** Not "College: College of Engineering". */
export function titled(title: string, names: string): string {
  return names.startsWith(title) ? names : `${title}: ${names}`
}

/** "1998–2008", "1998 or later", "2008 or earlier". */
export function yearRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? from : `${from}–${to}`
  return from ? `${from} or later` : `${to} or earlier`
}

/** "July 1, 2026 to July 31, 2026", "on July 1, 2026", "since …", "until …". */
export function dayRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? `on ${dayOrText(from)}` : `${dayOrText(from)} to ${dayOrText(to)}`
  return from ? `since ${dayOrText(from)}` : `until ${dayOrText(to ?? '')}`
}

/** A day in words; what is none stays as it was typed. */
export function dayOrText(text: string): string {
  return Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : dayWords(text)
}

export function yesOrNo(value: string | undefined, yes: string, no: string): string {
  if (value === 'yes') return yes
  return value === 'no' ? no : `${yes}: ${value}`
}

/** "ZIP 02118", "ZIP begins with 021". */
export function zipWords(zip: string | undefined): string {
  return zip?.length === 5 ? `ZIP ${zip}` : `ZIP begins with ${zip}`
}
