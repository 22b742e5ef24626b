import type { GivingPreview } from '@alumni/shared/exchange/giving'
import { Button, Checkbox } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isTyped, NumberToRepeat } from '../../ui/number-to-repeat.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Alert } from '../../ui/alert.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { count, countOf, list } from '../../ui/words/numbers.ts'
import { refusalOf, useCommit, type Refusal } from './queries.ts'

type CommitFormProps = { preview: GivingPreview; onRefused: (refusal: Refusal | null) => void }

/** The one button that writes, and what has to be confirmed before it. */
export function CommitForm({ preview, onRefused }: CommitFormProps) {
  const { id, confirm_gap, confirm_loss, deletes, inserts } = preview
  const commit = useCommit((error) => onRefused(refusalOf(error)))
  const [isGapFine, setIsGapFine] = useState(false)
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if ((confirm_gap !== null && !isGapFine) || (confirm_loss !== null && !isTyped(typed, confirm_loss))) return
    onRefused(null)
    commit.mutate({ preview_id: id, confirm_gap: confirm_gap !== null, confirm_loss: confirm_loss !== null })
  }

  if (commit.isPending)
    return (
      <div className="panel" role="status">
        <ProgressBar label="Importing" percent={null} />
        <p className="muted">
          Importing {countOf(inserts, ['gift', 'gifts'])}. All of it is written at once, or none: you may leave this
          page.
        </p>
      </div>
    )
  return (
    <form onSubmit={submit} className="panel" noValidate aria-label="Confirm and import">
      {confirm_gap !== null && (
        <>
          <Alert tone="warn" title={`The window ends ${countOf(confirm_gap, ['day', 'days'])} before today`}>
            Gifts after {dayWords(preview.covered_to)} are not in the file. The statistics of the year in progress stay
            behind until the next import.
          </Alert>
          <Checkbox
            label="I know, and will import the rest later"
            checked={isGapFine}
            error={isTried && !isGapFine && 'Confirm this, or pull the file again.'}
            onChange={(event) => setIsGapFine(event.currentTarget.checked)}
          />
        </>
      )}
      {confirm_loss !== null && (
        <>
          <Alert tone="bad" title={`${countOf(confirm_loss, ['giver', 'givers'])} would be lost`}>
            {lossWords(preview)} Often the file is not complete, or contacts have not been imported lately.
          </Alert>
          <NumberToRepeat
            label={`Type ${count(confirm_loss)} to confirm that so many people no longer count as givers`}
            maw={420}
            number={confirm_loss}
            typed={typed}
            isTried={isTried}
            onType={setTyped}
          />
        </>
      )}
      <div>
        <Button type="submit" color={confirm_loss !== null ? 'red' : undefined}>
          {deletes > 0
            ? `Import ${countOf(inserts, ['gift', 'gifts'])}, replace ${count(deletes)}`
            : `Import ${countOf(inserts, ['gift', 'gifts'])}`}
        </Button>
      </div>
    </form>
  )
}

function lossWords({ years }: GivingPreview): string {
  const losing = years.filter((year) => year.needs_loss_confirmation)
  const words = losing.map(
    ({ year, givers_before, givers_after }) =>
      `${year} would go from ${countOf(givers_before, ['giver', 'givers'])} to ${count(givers_after)}`,
  )
  return `${losing.length === 1 ? 'Fiscal year' : 'Fiscal years'} ${list(words)}.`
}
