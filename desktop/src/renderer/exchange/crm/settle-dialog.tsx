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
import { count, countOf } from '../../ui/words/numbers.ts'
import { useAction } from '../../ui/use-action.ts'
import { notifyRefused } from './chosen-rows.ts'
import { conflictsUrl, invalidates, type ConflictsSearch } from './queries.ts'

const noun = ['conflict', 'conflicts'] as const

type SettleProps = { page: ConflictsPage; search: ConflictsSearch; chosen: number[]; onDone: () => void }
type Settled =
  | { ids: number[] }
  | { filter: { batch_id?: number | undefined; q?: string | undefined }; confirm_count: number }

/** Settles those that are chosen, or else all that the filters find. */
export function SettleButton({ page, search: { batch_id, q }, chosen, onDone }: SettleProps) {
  const [isOpen, setOpen] = useState(false)
  const isChosen = chosen.length > 0
  const settled: Settled = isChosen ? { ids: chosen } : { filter: { batch_id, q }, confirm_count: page.matching }
  const conflicts = chosen.length || page.matching
  return (
    <>
      <Button variant={isChosen ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        Settle {!isChosen && conflicts > 1 && 'all '}
        {countOf(conflicts, noun)}
      </Button>
      {isOpen && (
        <SettleDialog settled={settled} conflicts={conflicts} onDone={onDone} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type SettleDialogProps = { settled: Settled; conflicts: number; onDone: () => void; onClose: () => void }

/** Asks which side stays, and for the number when what we have is overwritten. */
function SettleDialog({ settled, conflicts, onDone, onClose }: SettleDialogProps) {
  const settle = useAction(settleAll, settling)
  const [keep, setKeep] = useState<ConflictSide>('ours')
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const submit = () => {
    if (keep === 'theirs' && !matchesNumber(typed, conflicts)) return setTried(true)
    settle.mutate(
      { keep, ...settled },
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
      title={`Settle ${countOf(conflicts, noun)}`}
      onClose={onClose}
      submit={
        keep === 'ours' ? `Keep ours in ${countOf(conflicts, noun)}` : `Use the CRM’s in ${countOf(conflicts, noun)}`
      }
      isDangerous={keep === 'theirs'}
      isPending={settle.isPending}
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
          label={`Type ${count(conflicts)} to confirm that our values are overwritten`}
          number={conflicts}
          value={typed}
          isSubmitted={isTried}
          onChange={setTyped}
        />
      )}
    </Dialog>
  )
}

/** Settles all of them; goes on while the server says that there are more. */
async function settleAll(settlement: Settled & { keep: ConflictSide }): Promise<ResolveManyReply> {
  const whole: ResolveManyReply = { resolved: 0, refused: [], next: null }
  for (let body: object = settlement; ;) {
    const { resolved, refused, next } = await post(conflictsUrl, resolveManyReply, body)
    whole.resolved += resolved
    whole.refused.push(...refused)
    if (!next) return whole
    body = { ...settlement, ...next }
  }
}

const settling = {
  invalidates,
  done: ({ resolved }: ResolveManyReply) =>
    resolved > 0
      ? {
          title: 'Settled',
          message: `${countOf(resolved, ['conflict is', 'conflicts are'])} settled. You can undo each one in the list of settled conflicts.`,
        }
      : undefined,
  onDone: ({ refused }: ResolveManyReply) =>
    notifyRefused(
      `${countOf(refused.length, noun)} left open`,
      refused.map(({ name, buid, error }) => ({ name: name || buid, error })),
    ),
}
