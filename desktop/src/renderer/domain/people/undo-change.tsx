import { fieldLabel } from '@alumni/shared/alumni/record'
import { withdrawReply, type CrmChange } from '@alumni/shared/exchange/crm'
import { IconArrowBackUp } from '@tabler/icons-react'
import { request } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { Button } from '../../ui/button.tsx'

type UndoChangeProps = {
  /** Whose change it is; `name` where the page does not say it. */
  person: { buid: string; name?: string }
  change: Pick<CrmChange, 'id' | 'field' | 'after'>
}

/** The toast key of a record's changes: after one is undone, no toast offers to undo them all. */
export const aboutRecord = (buid: string) => `the record of ${buid}`

/** Takes a pending change back: the record has again what was before it, and nothing of it goes to the CRM. */
export function UndoChange({ person: { buid, name }, change: { id, field, after } }: UndoChangeProps) {
  const of = name === undefined ? '' : ` of ${name || buid}`
  const undo = useAction(
    () => request(`/alumni/${buid}/crm_changes/${id}/undo`, withdrawReply, { method: 'POST', body: { after } }),
    {
      invalidates: ['alumni', 'crm'],
      done: () => ({
        title: 'Undone',
        message: `${fieldLabel(field)}${of} was restored and will not go to the CRM.`,
        about: aboutRecord(buid),
      }),
    },
  )
  return (
    <Button
      variant="default"
      size="compact-sm"
      icon={IconArrowBackUp}
      disabled={undo.isPending}
      onClick={() => undo.mutate()}
      aria-label={`Undo ${fieldLabel(field)}${of}`}
    >
      Undo
    </Button>
  )
}
