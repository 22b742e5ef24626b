import type { CrmChangesPage, CrmChangesQuery } from '@alumni/shared/exchange/crm'
import { Button } from '@mantine/core'
import { Sentence } from '../../ui/sentence.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { waitingTime } from './waiting-time.ts'

type Notice = { page: CrmChangesPage; search: CrmChangesQuery; onShow: (to: Partial<CrmChangesQuery>) => void }

/** What has stood still for too long, and what to do about it. */
export function WaitingNotices({ page, search, onShow }: Notice) {
  const { older, since } = page.waiting.exported
  const isShowingOld = page.state === 'exported' && search.age === 'older'
  const withoutId = page.shown && search.crm_id === undefined ? page.shown.all.count - page.shown.loadable.count : 0
  return (
    <>
      {older > 0 && since && search.batch_id === undefined && (
        <Sentence
          tone="warn"
          title={`${countOf(older, ['exported change has', 'exported changes have'])} not come back for more than 30 days, the oldest for ${waitingTime(since)}`}
          actions={
            !isShowingOld && (
              <Button
                variant="default"
                size="xs"
                onClick={() => onShow({ state: 'exported', age: 'older', crm_id: undefined, q: undefined })}
              >
                Show {older === 1 ? 'it' : 'them'}
              </Button>
            )
          }
        >
          If they are in the CRM, a contacts import with their columns confirms them. If its loader refused them, upload
          its error file at their export. If the file was never loaded, undo the export: they go out with the next one.
        </Sentence>
      )}
      {withoutId > 0 && (
        <Sentence
          tone="info"
          title={`${countOf(withoutId, ['pending change is', 'pending changes are'])} of people without a CRM ID`}
          actions={
            <Button variant="default" size="xs" onClick={() => onShow({ state: undefined, crm_id: 'missing' })}>
              Show {withoutId === 1 ? 'it' : 'them'}
            </Button>
          }
        >
          The CRM’s loader cannot find these people. Their changes can stay pending until a contacts import brings the
          ID, or be entered by hand.
        </Sentence>
      )}
      {search.crm_id === 'missing' && (
        <Sentence
          tone="info"
          title="Only changes of people without a CRM ID are shown"
          actions={
            <Button variant="default" size="xs" onClick={() => onShow({ crm_id: undefined })}>
              Show all
            </Button>
          }
        >
          The CRM’s loader cannot find these people until a contacts import brings the ID.
        </Sentence>
      )}
    </>
  )
}
