import { Button, Skeleton } from '@mantine/core'
import { IconFilterX } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Refusal } from './use-results.ts'

type NotUnderstoodProps<Word extends string> = {
  refusal: Refusal
  words: Partial<Record<Word, string>>
  onChange: (changes: Partial<Record<Word, string>>) => void
}

/** The address says something that the server cannot read. */
export function NotUnderstood<Word extends string>({ refusal, words, onChange }: NotUnderstoodProps<Word>) {
  const refused = Object.entries(refusal.fields)
  const wrong = refused.length > 0 ? refused.map(([word]) => word) : Object.keys(words)
  return (
    <EmptyState
      icon={IconFilterX}
      title="This search is not understood"
      actions={
        <Button
          variant="default"
          onClick={() =>
            onChange(Object.fromEntries(wrong.map((word) => [word, undefined])) as Partial<Record<Word, string>>)
          }
        >
          Search without it
        </Button>
      }
    >
      {refused.length > 0 ? refused.map(([word, sentence]) => <p key={word}>{sentence}</p>) : refusal.sentence}
    </EmptyState>
  )
}

export function ResultsSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Searching…</span>
      <Skeleton height={20} width={120} mb={24} />
      {Array.from({ length: 14 }, (_, i) => (
        <Skeleton key={i} height={16} mb={20} />
      ))}
    </div>
  )
}
