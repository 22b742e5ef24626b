import { opportunityKindNames } from '@alumni/shared/publications/opportunities'
import type { OpportunityRecord, ResponsesQuery } from '@alumni/shared/publications/staff-opportunities'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { Facts, LastChange, OnSite } from '../../domain/publications/facts.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { count } from '../../ui/words/numbers.ts'
import { OpportunityActions } from './opportunity-actions.tsx'
import { opportunityQuery } from './queries.ts'
import { Responses } from './responses.tsx'
import { stateWords, whereOf } from './words.ts'

/** An opportunity: how it stands, what can be done with it, and who has answered. */
export function OpportunityPage() {
  const { id } = useParams({ from: '/shell/champion_signups/opportunities/$id' })
  const search: ResponsesQuery = useSearch({ from: '/shell/champion_signups/opportunities/$id' })
  const query = useQuery(opportunityQuery(id, search))
  const page = query.data
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  if (query.error && !page) return <FailedSection error={query.error} onRetry={query.refetch} />
  if (!page) return <PageSkeleton />
  const { opportunity } = page
  const { word, icon, tone } = stateWords[opportunity.state]
  return (
    <Page
      title={opportunity.title}
      mark={
        <StateWord icon={icon} tone={tone}>
          {word}
        </StateWord>
      }
      about={opportunity.summary || 'There is no summary yet: it needs one before it can be published.'}
      actions={<OpportunityActions opportunity={opportunity} />}
    >
      <OpportunityFacts opportunity={opportunity} />
      <Responses page={page} search={search} isStale={query.isPlaceholderData} />
    </Page>
  )
}

function OpportunityFacts({ opportunity }: { opportunity: OpportunityRecord }) {
  const { kind, effort, places, counts, closes_on, question, updated_at, updated_by } = opportunity
  const taken = counts.responded + counts.accepted
  return (
    <Facts
      facts={[
        { name: 'Kind', value: opportunityKindNames[kind] },
        { name: 'Where', value: whereOf(opportunity) },
        { name: 'Effort', value: effort },
        { name: 'Places', value: places === null ? 'No limit' : `${count(taken)} of ${count(places)} taken` },
        { name: 'Last day to answer', value: closes_on && dayWords(closes_on) },
        { name: 'The organizer asks', value: question },
        { name: 'On the alumni’s site', value: <OnSite record={opportunity} /> },
        { name: 'Last changed', value: <LastChange at={updated_at} by={updated_by} /> },
      ]}
    />
  )
}
