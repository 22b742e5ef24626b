import {
  resolveManyReply,
  type ConflictsPage,
  type ConflictSide,
  type ResolveManyReply,
} from '@alumni/shared/exchange/crm'
import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { post } from '../../http.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { matchesNumber, NumberConfirmation } from '../../ui/form/number-confirmation.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { useAction } from '../../ui/use-action.ts'
import { notifyRefused } from './selected-rows.ts'
import { conflictsUrl, invalidates, type ConflictsSearch } from './queries.ts'

const noun = ['conflict', 'conflicts'] as const

type ResolveButtonProps = { page: ConflictsPage; search: ConflictsSearch; selectedIds: number[]; onDone: () => void }
type ConflictFilter =
  | { ids: number[] }
  | { filter: { batch_id?: number | undefined; q?: string | undefined }; confirm_count: number }

/** Resolves the selected conflicts or, if none is selected, all conflicts that match the filters. */
export function ResolveButton({ page, search: { batch_id, q }, selectedIds, onDone }: ResolveButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const hasSelection = selectedIds.length > 0
  const filter: ConflictFilter = hasSelection
    ? { ids: selectedIds }
    : { filter: { batch_id, q }, confirm_count: page.matching }
  const conflicts = selectedIds.length || page.matching
  return (
    <>
      <Button variant={hasSelection ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        Resolve {!hasSelection && conflicts > 1 && 'all '}
        {formatCount(conflicts, noun)}
      </Button>
      {isOpen && <ResolveDialog filter={filter} conflicts={conflicts} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  )
}

type ResolveDialogProps = { filter: ConflictFilter; conflicts: number; onDone: () => void; onClose: () => void }

function ResolveDialog({ filter, conflicts, onDone, onClose }: ResolveDialogProps) {
  const resolveConflicts = useAction(resolveAll, resolveOptions)
  const [keep, setKeep] = useState<ConflictSide>('ours')
  const [typedNumber, setTypedNumber] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const submit = () => {
    if (keep === 'theirs' && !matchesNumber(typedNumber, conflicts)) return setSubmitted(true)
    resolveConflicts.mutate(
      { keep, ...filter },
      {
        onSettled() {
          onClose()
          onDone()
        },
      },
    )
  }
  return (
    <Dialog
      title={`Resolve ${formatCount(conflicts, noun)}`}
      onClose={onClose}
      submit={
        keep === 'ours'
          ? `Keep ours in ${formatCount(conflicts, noun)}`
          : `Use the CRM’s in ${formatCount(conflicts, noun)}`
      }
      isDangerous={keep === 'theirs'}
      isPending={resolveConflicts.isPending}
      onSubmit={submit}
    >
      <Radio.Group label="Which value is right?" value={keep} onChange={(value) => setKeep(value as ConflictSide)}>
        <Stack gap={12} mt={8}>
          <Radio
            value="ours"
            label="Keep ours"
            description="Nothing changes here. The changes still go to the CRM."
            data-autofocus
          />
          <Radio
            value="theirs"
            label="Use the CRM’s"
            description="The fields get the CRM’s values, and our changes to them are withdrawn."
          />
        </Stack>
      </Radio.Group>
      {keep === 'theirs' && (
        <NumberConfirmation
          label={`Type ${formatNumber(conflicts)} to confirm that our values are overwritten`}
          number={conflicts}
          value={typedNumber}
          isSubmitted={isSubmitted}
          onChange={setTypedNumber}
        />
      )}
    </Dialog>
  )
}

/** Repeats the request, because the server resolves a limited number of conflicts at once. */
async function resolveAll(decision: ConflictFilter & { keep: ConflictSide }): Promise<ResolveManyReply> {
  const total: ResolveManyReply = { resolved: 0, refused: [], next: null }
  for (let body: object = decision; ;) {
    const { resolved, refused, next } = await post(conflictsUrl, resolveManyReply, body)
    total.resolved += resolved
    total.refused.push(...refused)
    if (!next) return total
    body = { ...decision, ...next }
  }
}

const resolveOptions = {
  invalidates,
  successNotice: ({ resolved }: ResolveManyReply) =>
    resolved > 0
      ? {
          title: 'Resolved',
          message: `${formatCount(resolved, ['conflict is', 'conflicts are'])} resolved. You can undo each one in the list of resolved conflicts.`,
        }
      : undefined,
  onDone: ({ refused }: ResolveManyReply) =>
    notifyRefused(
      `${formatCount(refused.length, noun)} left open`,
      refused.map(({ name, buid, error }) => ({ name: name || buid, error })),
    ),
}
