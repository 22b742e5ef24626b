import {
  type CrmChangesPage,
  type CrmChangesQuery,
  waitingAges,
  type Waiting,
  type WaitingAge,
} from '@alumni/shared/exchange/crm'
import { Button, NativeSelect } from '@mantine/core'
import { Alert } from '../../ui/alert.tsx'
import { countOf, count } from '../../ui/words/numbers.ts'

type Notice = { page: CrmChangesPage; search: CrmChangesQuery; onShow: (to: Partial<CrmChangesQuery>) => void }

/** Alerts on changes that wait too long, with the remedy. */
export function WaitingNotices({ page, search, onShow }: Notice) {
  const { older, since } = page.waiting.exported
  const isShowingOld = page.state === 'exported' && search.age === 'older'
  const withoutId = page.shown && search.crm_id === undefined ? page.shown.all.count - page.shown.loadable.count : 0
  const show = (to: Partial<CrmChangesQuery>, words: string) => (
    <Button variant="default" size="xs" onClick={() => onShow(to)}>
      {words}
    </Button>
  )
  return (
    <>
      {older > 0 && since && search.batch_id === undefined && (
        <Alert
          tone="warn"
          title={`${countOf(older, ['exported change has', 'exported changes have'])} not come back for more than 30 days, the oldest for ${waitingTime(since)}`}
          actions={
            !isShowingOld &&
            show(
              { state: 'exported', age: 'older', crm_id: undefined, q: undefined },
              `Show ${older === 1 ? 'it' : 'them'}`,
            )
          }
        >
          If they are in the CRM, a contacts import with their columns confirms them. If its loader refused them, upload
          its error file at their export. If the file was never loaded, undo the export: they go out with the next one.
        </Alert>
      )}
      {withoutId > 0 && (
        <Alert
          tone="info"
          title={`${countOf(withoutId, ['pending change is', 'pending changes are'])} of people without a CRM ID`}
          actions={show({ state: undefined, crm_id: 'missing' }, `Show ${withoutId === 1 ? 'it' : 'them'}`)}
        >
          The CRM’s loader cannot find these people. Their changes can stay pending until a contacts import brings the
          ID, or be entered by hand.
        </Alert>
      )}
      <RefusedNotices page={page} search={search} onShow={onShow} />
      {search.crm_id === 'missing' && (
        <Alert
          tone="info"
          title="Only changes of people without a CRM ID are shown"
          actions={show({ crm_id: undefined }, 'Show all')}
        >
          The CRM’s loader cannot find these people until a contacts import brings the ID.
        </Alert>
      )}
    </>
  )
}

/** Exports leave out changes that the loader refused, unless asked for. */
function RefusedNotices({ page: { left_out }, search, onShow }: Notice) {
  const show = (refused: CrmChangesQuery['refused'], words: string) => (
    <Button variant="default" size="xs" onClick={() => onShow({ refused })}>
      {words}
    </Button>
  )
  return (
    <>
      {left_out > 0 && (
        <Alert
          tone="warn"
          title={`${countOf(left_out, ['change', 'changes'])} that the loader refused ${left_out === 1 ? 'stays' : 'stay'} out of the next export`}
          actions={show('only', `Show ${left_out === 1 ? 'it' : 'them'}`)}
        >
          Edit or withdraw what it refused, and the person’s changes go out again. If the cause was fixed in the CRM,
          show only these and export them as they are.
        </Alert>
      )}
      {search.refused === 'only' && (
        <Alert tone="info" title="Only changes that the loader refused are shown" actions={show(undefined, 'Show all')}>
          An export from here sends them as they are.
        </Alert>
      )}
    </>
  )
}

const ageWords: Record<WaitingAge, string> = {
  week: 'Up to a week',
  month: 'A week to 30 days',
  older: 'More than 30 days',
}

/** Narrows a list to those that have waited so long; `waiting` counts them. */
export function AgeFilter({
  age,
  waiting,
  onChoose,
}: {
  age: WaitingAge | undefined
  waiting: Waiting | null
  onChoose: (age: WaitingAge | undefined) => void
}) {
  return (
    <NativeSelect
      size="sm"
      aria-label="How long they have waited"
      value={age ?? ''}
      onChange={(event) => onChoose((event.currentTarget.value || undefined) as WaitingAge | undefined)}
      data={[
        { value: '', label: 'Waiting for any time' },
        ...waitingAges.map((value) => ({
          value,
          label: waiting ? `${ageWords[value]}: ${count(waiting[value])}` : ageWords[value],
        })),
      ]}
    />
  )
}

const dayInMs = 86_400_000

/** Formats the time since then in its largest unit: "5 days", "3 weeks", "4 months"; null for less than a day. */
export function waitingTime(since: string, now = Date.now()): string | null {
  const days = Math.floor((now - Date.parse(since)) / dayInMs)
  if (days < 1) return null
  if (days < 14) return countOf(days, ['day', 'days'])
  if (days < 61) return countOf(Math.floor(days / 7), ['week', 'weeks'])
  return countOf(Math.floor(days / 30.4), ['month', 'months'])
}
