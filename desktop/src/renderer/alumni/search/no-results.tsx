import type { SearchChoices } from '@alumni/shared/alumni/search'
import { Button } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NobodyOnFile, useNobodyOnFile } from '../../domain/people/on-file.tsx'
import { mistypedWords } from '../../ui/words/unknown-codes.ts'
import { chipsOf, without, withoutUnknown } from './chips.ts'
import type { SearchWords } from './search-words.ts'

type EmptyResultsProps = {
  words: SearchWords
  choices: SearchChoices | undefined
  onChange: (changes: SearchWords) => void
}

/** Nobody fits: says what could be loosened, each a click away. */
export function EmptyResults({ words, choices, onChange }: EmptyResultsProps) {
  const chips = chipsOf(words, choices)
  const unknown = chips.flatMap((chip) => chip.unknown ?? [])
  if (useNobodyOnFile()) return <NobodyOnFile>Until then every search finds nobody.</NobodyOnFile>
  return (
    <EmptyState
      icon={IconUserSearch}
      title={words.q ? `Nobody was found for “${words.q}”` : 'Nobody fits these filters'}
      actions={
        <>
          {unknown.length > 0 && (
            <Button variant="default" onClick={() => onChange(withoutUnknown(words, choices))}>
              Without what is unknown
            </Button>
          )}
          {words.q && chips.length > 0 && (
            <Button variant="default" onClick={() => onChange({ q: undefined })}>
              Without “{words.q}”
            </Button>
          )}
          {chips.length > unknown.length && (
            <Button variant="default" onClick={() => onChange(without(...chips.map(({ filter }) => filter)))}>
              {chips.length === 1 ? 'Without the filter' : 'Without the filters'}
            </Button>
          )}
        </>
      }
    >
      {unknown.length > 0
        ? [...unknown, mistypedWords].map((sentence) => <p key={sentence}>{sentence}</p>)
        : advice(words, chips.length)}
    </EmptyState>
  )
}

function advice({ q }: SearchWords, filters: number): string {
  if (filters > 0)
    return q
      ? 'Together with the filters there is nobody. Take one away, or search for fewer words.'
      : 'Take a filter away, or widen it: more years, a larger distance, another college.'
  return 'Small slips and accents do not matter, every word must fit. Try the last name alone, or an e-mail address, a phone number or an identifier.'
}
