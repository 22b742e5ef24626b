import type { GivingPreview } from '@alumni/shared/exchange/giving'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { dayWords } from '../../ui/words/days.ts'
import { count, countOf, list } from '../../ui/words/numbers.ts'
import { refusalOf, useCommit, type Refusal } from './queries.ts'
import classes from './giving.module.css'

type CommitFormProps = { preview: GivingPreview; onRefused: (refusal: Refusal | null) => void }

/** The one button that writes, and what has to be confirmed before it. */
export function CommitForm({ preview, onRefused }: CommitFormProps) {
  const { id, confirm_gap, confirm_loss, deletes, inserts } = preview
  const commit = useCommit()
  const [isGapFine, setIsGapFine] = useState(false)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<{ gap?: string; loss?: string }>({})

  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(confirm_gap !== null && !isGapFine ? { gap: 'Confirm this, or pull the file again.' } : {}),
      ...(confirm_loss !== null && Number(typed.replace(/[\s,.]/g, '') || NaN) !== confirm_loss
        ? { loss: `Type ${count(confirm_loss)} to confirm.` }
        : {}),
    }
    setWrong(missing)
    if (Object.keys(missing).length > 0) return
    onRefused(null)
    commit.mutate(
      { preview_id: id, confirm_gap: confirm_gap !== null, confirm_loss: confirm_loss !== null },
      { onError: (error) => onRefused(refusalOf(error)) },
    )
  }

  if (commit.isPending)
    return (
      <div className={classes.commit} role="status">
        <ProgressBar label="Importing" percent={null} />
        <p className="muted">
          Importing {countOf(inserts, ['gift', 'gifts'])}. All of it is written at once, or none: you may leave this
          page.
        </p>
      </div>
    )
  return (
    <form onSubmit={submit} className={classes.commit} noValidate aria-label="Confirm and import">
      {confirm_gap !== null && (
        <>
          <Sentence tone="warn" title={`The window ends ${countOf(confirm_gap, ['day', 'days'])} before today`}>
            Gifts after {dayWords(preview.covered_to)} are not in the file. The statistics of the year in progress stay
            behind until the next import.
          </Sentence>
          <Checkbox
            label="I know, and will import the rest later"
            checked={isGapFine}
            error={wrong.gap}
            onChange={(event) => setIsGapFine(event.currentTarget.checked)}
          />
        </>
      )}
      {confirm_loss !== null && (
        <>
          <Sentence tone="bad" title={`${countOf(confirm_loss, ['giver', 'givers'])} would be lost`}>
            {lossWords(preview)} Often the file is not complete, or contacts have not been imported lately.
          </Sentence>
          <TextInput
            label={`Type ${count(confirm_loss)} to confirm that so many people no longer count as givers`}
            className={classes.typed}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={wrong.loss}
            onChange={(event) => setTyped(event.currentTarget.value)}
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
      `${year} would go from ${count(givers_before)} givers to ${count(givers_after)}`,
  )
  return `${losing.length === 1 ? 'Fiscal year' : 'Fiscal years'} ${list(words)}.`
}
