import { fieldLabel } from '@alumni/shared/alumni/record'
import { withdrawReply, type CrmChange } from '@alumni/shared/exchange/crm'
import { IconArrowBackUp } from '@tabler/icons-react'
import { request } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { Button } from '../../ui/button.tsx'

/** Returns the toast topic of a record. A toast replaces the previous one with the same topic. */
export const buildRecordTopic = (buid: string) => `the record of ${buid}`

type UndoneChange = Pick<CrmChange, 'id' | 'field' | 'after'> & { buid: string; name?: string }

/** Restores the previous value of a pending change, which is then not sent to the CRM. */
export function useUndoChange() {
  return useAction(
    ({ buid, id, after }: UndoneChange) =>
      request(`/alumni/${buid}/crm_changes/${id}/undo`, withdrawReply, { method: 'POST', body: { after } }),
    {
      invalidates: ['alumni', 'crm'],
      successNotice: (_, { buid, name, field }) => ({
        title: 'Undone',
        message: `${fieldLabel(field)}${name === undefined ? '' : ` of ${name || buid}`} was restored and will not go to the CRM.`,
        topic: buildRecordTopic(buid),
      }),
    },
  )
}

export function UndoChangeButton({ change }: { change: UndoneChange }) {
  const undo = useUndoChange()
  return (
    <Button
      variant="default"
      size="compact-sm"
      icon={IconArrowBackUp}
      disabled={undo.isPending}
      onClick={() => undo.mutate(change)}
      aria-label={`Undo ${fieldLabel(change.field)}`}
    >
      Undo
    </Button>
  )
}
