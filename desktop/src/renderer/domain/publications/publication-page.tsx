import { Box, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { writePlainSearch } from '../../plain-search.ts'
import { Copyable } from '../../ui/copy-button.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { Page } from '../../ui/page/page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { FailedPage } from '../session/failed-page.tsx'
import { formatClock } from './clock.ts'
import type { Kind } from './kind.ts'
import { PublicationActions, type Actions, type PublicationRecord } from './publication-actions.tsx'
import { readPageQuery } from '../../ui/read-query.ts'

type PublishedRecord = PublicationRecord & { title: string; updated_at: string; updated_by: string | null }
type Fact = { name: string; value: ReactNode }

export type PageConfig<Data, Item extends PublishedRecord> = Kind<Item['state']> &
  Actions<Item> & {
    page: z.ZodType<Data>
    recordOf: (page: Data) => Item
    /** Facts without a value are omitted. */
    facts: (record: Item) => readonly Fact[]
    renderRest: (page: Data, isStale: boolean) => ReactNode
  }

export function PublicationPage<Data, Item extends PublishedRecord>({
  showing: config,
}: {
  showing: PageConfig<Data, Item>
}) {
  const { home, queryKey, states } = config
  const { id } = useParams({ strict: false }) as { id: string }
  const { search } = useAddress()
  const query = useQuery(
    readPageQuery([queryKey, id, search], `${home}/${id}${writePlainSearch({ ...search })}`, config.page),
  )
  if (query.error && !query.data) return <FailedPage error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageSkeleton />
  const page = query.data as Data
  const record = config.recordOf(page)
  return (
    <Page
      title={record.title}
      isRecord
      badge={<StateBadge {...states[record.state as Item['state']]} />}
      about={record.summary}
      actions={<PublicationActions kind={config} record={record} />}
    >
      <Facts
        facts={[
          ...config.facts(record),
          { name: 'On the alumni’s site', value: <OnSite record={record} /> },
          { name: 'Last changed', value: <LastChange at={record.updated_at} by={record.updated_by} /> },
        ]}
      />
      {config.renderRest(page, query.isPlaceholderData)}
    </Page>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Group component="dl" className="frame" align="flex-start" gap="12px 32px" mb={24} px={18} py={14}>
      {facts
        .filter(({ value }) => value !== null && value !== '')
        .map(({ name, value }) => (
          <Box key={name} miw={0} maw="44ch">
            <dt className="note">{name}</dt>
            <Box component="dd" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </Box>
        ))}
    </Group>
  )
}

function OnSite({ record: { state, published_at, clock_zone, site_url } }: { record: PublishedRecord }) {
  if (state === 'scheduled' && published_at) return `From ${formatClock(published_at, clock_zone)}`
  if (state === 'draft' || state === 'ended') return 'Not on the site'
  return (
    <Copyable label="link" value={site_url}>
      <a href={site_url} target="_blank" rel="noreferrer">
        See its page
      </a>
    </Copyable>
  )
}

export function LastChange({ at: time, by }: { at: string; by: string | null }) {
  return (
    <>
      <RelativeTime time={time} />
      {by && ` by ${by}`}
    </>
  )
}
