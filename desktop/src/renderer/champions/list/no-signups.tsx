import type { SignupChoices } from '@alumni/shared/champions/staff-list'
import { Button } from '@mantine/core'
import { IconUserSearch, IconUsersGroup } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NobodyOnFile, useNobodyOnFile } from '../../domain/people/on-file.tsx'
import { mistypedWords } from '../../ui/words/unknown-codes.ts'
import { chipsOf, unknownIn, without } from './chips.ts'
import type { SignupWords } from './signup-words.ts'

type NoSignupsProps = {
  words: SignupWords
  choices: SignupChoices | undefined
  onChange: (changes: SignupWords) => void
}

/** No signup fits: says what could be loosened, each a click away. */
export function NoSignups({ words, choices, onChange }: NoSignupsProps) {
  const chips = chipsOf(words, choices)
  const isEmpty = useNobodyOnFile()
  const { q, status } = words
  if (isEmpty && !q && !status && chips.length === 0)
    return (
      <NobodyOnFile>
        Nobody has signed up yet either. Champions appear here as soon as they do, and are linked to the alumni on file.
      </NobodyOnFile>
    )
  if (!q && !status && chips.length === 0)
    return (
      <EmptyState icon={IconUsersGroup} title="Nobody has signed up yet">
        Alumni who become champions on their site appear here, from the moment that they have said who they are.
      </EmptyState>
    )
  const unknown = chips.flatMap(({ filter }) => unknownIn(filter, words, choices) ?? [])
  return (
    <EmptyState
      icon={IconUserSearch}
      title={q ? `No signup was found for “${q}”` : 'No signup fits these filters'}
      actions={
        <>
          {q && (chips.length > 0 || status) && (
            <Button variant="default" onClick={() => onChange({ q: undefined })}>
              Without “{q}”
            </Button>
          )}
          {status && (
            <Button variant="default" onClick={() => onChange({ status: undefined })}>
              Of any status
            </Button>
          )}
          {chips.length > 0 && (
            <Button variant="default" onClick={() => onChange(without(...chips.map(({ filter }) => filter)))}>
              {chips.length === 1 ? 'Without the filter' : 'Without the filters'}
            </Button>
          )}
          {q && words.show === undefined && (
            <Button variant="default" onClick={() => onChange({ show: 'merged' })}>
              Look among merged ones
            </Button>
          )}
        </>
      }
    >
      {unknown.length > 0
        ? [...unknown, mistypedWords].map((sentence) => <p key={sentence}>{sentence}</p>)
        : q
          ? 'Each word must begin a name, an e-mail address or a BUID; accents make no difference. Try fewer words.'
          : 'Take a filter away, or widen it.'}
    </EmptyState>
  )
}
