import { Button, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ImportCounts, ImportStatusReply } from '@alumni/shared/imports'
import { useState, type FormEvent } from 'react'
import { Sentence } from '../ui/sentence.tsx'
import { count, countOf, list } from '../ui/words/numbers.ts'
import { useBatchAction } from './actions.ts'
import { records } from './summary.ts'
import { undoParts, undoWords } from './undo-words.ts'
import classes from '../ui/modal.module.css'

/** The one button that writes: it says to how many, and asks once more. */
export function CommitButton({ batch }: { batch: ImportStatusReply }) {
  const [opened, { open, close }] = useDisclosure()
  const commit = useBatchAction(batch)
  const { counts } = batch
  if (!counts || isNothingToImport(counts) || batch.missing_columns.length > 0) return null
  const send = (deletes?: number) =>
    commit.mutate(
      { url: batch.links.commit, body: deletes === undefined ? {} : { confirm_deletes: deletes } },
      { onSettled: close },
    )
  return (
    <>
      <Button color={counts.new + counts.changed === 0 ? 'red' : undefined} onClick={open}>
        {commitWords(batch, counts)}
      </Button>
      <Modal opened={opened} onClose={close} title={`${commitWords(batch, counts)}?`} centered>
        <CommitForm batch={batch} counts={counts} isPending={commit.isPending} onCommit={send} onClose={close} />
      </Modal>
    </>
  )
}

export function isNothingToImport(counts: ImportCounts): boolean {
  return counts.new + counts.changed + counts.deletes + (counts.removed ?? 0) === 0
}

function commitWords({ undoes }: ImportStatusReply, counts: ImportCounts): string {
  if (undoes) return undoWords(counts)
  const applied = counts.new + counts.changed
  const imported = `Import ${countOf(applied, ['record', 'records'])}`
  if (counts.deletes === 0) return imported
  return applied > 0
    ? `${imported}, delete ${count(counts.deletes)}`
    : `Delete ${countOf(counts.deletes, ['record', 'records'])}`
}

type CommitFormProps = {
  batch: ImportStatusReply
  counts: ImportCounts
  isPending: boolean
  onCommit: (deletes?: number) => void
  onClose: () => void
}

function CommitForm({ batch, counts, isPending, onCommit, onClose }: CommitFormProps) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { undoes } = batch
  const goes = undoes ? (counts.removed ?? 0) : batch.type === 'employment' ? counts.deletes : 0
  const mustType = goes > 0
  const parts = [
    counts.new > 0 && `${count(counts.new)} added`,
    counts.changed > 0 && `${count(counts.changed)} changed`,
  ].filter((part) => part !== false)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (mustType && Number(typed.replace(/[\s,.]/g, '')) !== goes) return setWrong(`Type ${count(goes)} to confirm.`)
    onCommit(undoes || batch.type === 'employment' ? goes : undefined)
  }

  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {undoes && (
        <p>
          Of what import {undoes.id} did, {undoParts(counts, false)}.
        </p>
      )}
      {!undoes && parts.length > 0 && (
        <p>
          Of {countOf(counts.rows, ['row', 'rows'])}, {list(parts)}.
          {counts.skipped > 0 && ` ${countOf(counts.skipped, ['row is', 'rows are'])} skipped.`}
          {counts.warnings > 0 &&
            ` ${countOf(counts.warnings, ['row has', 'rows have'])} a warning and ${counts.warnings === 1 ? 'is' : 'are'} imported all the same.`}
        </p>
      )}
      {mustType && (
        <>
          <Sentence
            tone="bad"
            title={`${records(batch, goes)} ${goes === 1 ? 'is' : 'are'} ${undoes ? 'removed' : 'deleted'}`}
          >
            {undoes
              ? 'The import had created them, and nothing points at them since. Cancelling does not bring them back; importing the file again does.'
              : 'They are on record, and the file does not contain them. This cannot be taken back by cancelling.'}
          </Sentence>
          <TextInput
            label={`Type ${count(goes)} to confirm that these are ${undoes ? 'removed' : 'deleted'}`}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={typed}
            error={wrong}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button
          type="submit"
          color={mustType ? 'red' : undefined}
          loading={isPending}
          data-autofocus={mustType ? undefined : true}
        >
          {commitWords(batch, counts)}
        </Button>
      </div>
    </form>
  )
}
