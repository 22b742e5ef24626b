import { Stack, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../format/numbers.ts'
import { RelativeTime } from '../format/times.tsx'
import classes from './timeline.module.css'

type TimelineProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    isPlaceholderData: boolean
    fetchNextPage: () => unknown
  }
  older: number
  children: ReactNode
}

export function Timeline({ query, older, children }: TimelineProps) {
  return (
    <>
      <Stack component="ol" gap={0} className={`list ${classes.timeline}`} aria-busy={query.isPlaceholderData}>
        {children}
      </Stack>
      {query.hasNextPage && (
        <UnstyledButton className="more" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {query.isFetchingNextPage
            ? 'Loading…'
            : query.isFetchNextPageError
              ? 'Older entries could not be loaded. Try again'
              : `Older entries (${formatNumber(Math.max(older, 1))})`}
        </UnstyledButton>
      )}
    </>
  )
}

type TimelineEntryProps = { title: string; at: string; by: string | null; source?: ReactNode; children?: ReactNode }

export function TimelineEntry({ title, at, by, source, children }: TimelineEntryProps) {
  return (
    <li>
      <h3>{title}</h3>
      {children}
      <p className="note">
        <RelativeTime time={at} />
        {by && <> · {by}</>}
        {source}
      </p>
    </li>
  )
}
