import type { ConflictsPage, Keep } from '@alumni/shared/exchange/crm'
import { Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/form/dialog.tsx'
import { isTyped, NumberToRepeat } from '../../ui/form/number-to-repeat.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { useResolveMany, type Settled } from './actions.ts'
import type { ConflictsSearch } from './queries.ts'

const noun = ['conflict', 'conflicts'] as const

type SettleProps = { page: ConflictsPage; search: ConflictsSearch; chosen: number[]; onDone: () => void }

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
  const settle = useResolveMany()
  const [keep, setKeep] = useState<Keep>('ours')
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const submit = () => {
    if (keep === 'theirs' && !isTyped(typed, conflicts)) return setTried(true)
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
      cancel="Not yet"
      submit={
        keep === 'ours' ? `Keep ours in ${countOf(conflicts, noun)}` : `Use the CRM’s in ${countOf(conflicts, noun)}`
      }
      isDangerous={keep === 'theirs'}
      isPending={settle.isPending}
      onSubmit={submit}
    >
      <Radio.Group label="Which value is right?" value={keep} onChange={(value) => setKeep(value as Keep)}>
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
        <NumberToRepeat
          label={`Type ${count(conflicts)} to confirm that our values are overwritten`}
          number={conflicts}
          typed={typed}
          isTried={isTried}
          onType={setTyped}
        />
      )}
    </Dialog>
  )
}
