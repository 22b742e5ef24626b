import { waitingAges } from '@alumni/shared/exchange/crm'
import type { CrmChangesPage, CrmChangesQuery, WaitingCounts, WaitingAge } from '@alumni/shared/exchange/crm'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectFilter } from '../../ui/table/filters.tsx'
import type { Address } from '../../ui/use-address.ts'
import { formatCount, formatNumber } from '../../ui/format/numbers.ts'

export function WaitingNotices({ page, address }: { page: CrmChangesPage; address: Address<CrmChangesQuery> }) {
  const { search, go } = address
  const { older, since } = page.waiting.exported
  const showsOldest = page.state === 'exported' && search.age === 'older'
  const withoutIdCount =
    page.shown && search.crm_id === undefined ? page.shown.all.count - page.shown.loadable.count : 0
  const renderButton = (to: Partial<CrmChangesQuery>, label: string) => (
    <Button variant="default" size="xs" onClick={() => go(to, 'as step')}>
      {label}
    </Button>
  )
  return (
    <>
      {older > 0 && since && search.batch_id === undefined && (
        <Alert
          tone="warn"
          title={`${formatCount(older, ['exported change has', 'exported changes have'])} not come back for more than 30 days, the oldest for ${formatWaitingTime(since)}`}
          actions={
            !showsOldest &&
            renderButton(
              { state: 'exported', age: 'older', crm_id: undefined, q: undefined },
              `Show ${older === 1 ? 'it' : 'them'}`,
            )
          }
        >
          If they are in the CRM, a contacts import with their columns confirms them. If its loader refused them, or the
          file was never loaded, undo the export: they go out with the next one.
        </Alert>
      )}
      {withoutIdCount > 0 && (
        <Alert
          tone="info"
          title={`${formatCount(withoutIdCount, ['pending change is', 'pending changes are'])} of people without a CRM ID`}
          actions={renderButton(
            { state: undefined, crm_id: 'missing' },
            `Show ${withoutIdCount === 1 ? 'it' : 'them'}`,
          )}
        >
          The CRM’s loader cannot find these people. Their changes can stay pending until a contacts import brings the
          ID, or be entered by hand.
        </Alert>
      )}
      {search.crm_id === 'missing' && (
        <Alert
          tone="info"
          title="Only changes of people without a CRM ID are shown"
          actions={renderButton({ crm_id: undefined }, 'Show all')}
        >
          The CRM’s loader cannot find these people until a contacts import brings the ID.
        </Alert>
      )}
    </>
  )
}

const ageLabels: Record<WaitingAge, string> = {
  week: 'Up to a week',
  month: 'A week to 30 days',
  older: 'More than 30 days',
}

export function AgeFilter({ address, waiting }: { address: Address<CrmChangesQuery>; waiting: WaitingCounts | null }) {
  return (
    <SelectFilter
      address={address}
      name="age"
      label="How long they have waited"
      anyLabel="Waiting for any time"
      options={waitingAges.map((value) => ({
        value,
        label: waiting ? `${ageLabels[value]}: ${formatNumber(waiting[value])}` : ageLabels[value],
      }))}
    />
  )
}

const dayInMs = 86_400_000

/** Returns text such as "5 days", "3 weeks" or "4 months", or null for less than a day. */
export function formatWaitingTime(since: string, now = Date.now()): string | null {
  const days = Math.floor((now - Date.parse(since)) / dayInMs)
  if (days < 1) return null
  if (days < 14) return formatCount(days, ['day', 'days'])
  if (days < 61) return formatCount(Math.floor(days / 7), ['week', 'weeks'])
  return formatCount(Math.floor(days / 30.4), ['month', 'months'])
}
