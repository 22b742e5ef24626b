import { Button, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { CommitRequest, GuardKind, ImportCounts, ImportStatusReply } from '@alumni/shared/exchange/imports'
import { useState, type FormEvent } from 'react'
import { Sentence } from '../../ui/sentence.tsx'
import { count, countOf, list } from '../../ui/words/numbers.ts'
import { useBatchAction } from './actions.ts'
import { records } from './summary.ts'
import { undoParts, undoWords } from './undo-words.ts'
import classes from '../../ui/modal.module.css'

/** The one button that writes: it says to how many, and asks once more. */
export function CommitButton({ batch }: { batch: ImportStatusReply }) {
  const [opened, { open, close }] = useDisclosure()
  const commit = useBatchAction(batch)
  const { counts } = batch
  if (!counts || isNothingToImport(counts) || batch.missing_columns.length > 0) return null
  const send = (body: CommitRequest) => commit.mutate({ url: batch.links.commit, body }, { onSettled: close })
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
  onCommit: (confirmed: CommitRequest) => void
  onClose: () => void
}

function CommitForm({ batch, counts, isPending, onCommit, onClose }: CommitFormProps) {
  const [typed, setTyped] = useState<Partial<Record<GuardKind, string>>>({})
  const [isTried, setTried] = useState(false)
  const { undoes } = batch
  const toRepeat = numbersToRepeat(batch, counts)
  const deletes = toRepeat.find(({ kind }) => kind === 'deletes')
  const parts = [
    counts.new > 0 && `${count(counts.new)} added`,
    counts.changed > 0 && `${count(counts.changed)} changed`,
  ].filter((part) => part !== false)
  const isWrong = ({ kind, number }: ToRepeat) => Number((typed[kind] || 'nothing').replace(/[\s,.]/g, '')) !== number

  function submit(event: FormEvent) {
    event.preventDefault()
    if (toRepeat.some(isWrong)) return setTried(true)
    onCommit(Object.fromEntries(toRepeat.map(({ kind, number }) => [`confirm_${kind}`, number])))
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
          Of {countOf(counts.rows, ['line', 'lines'])}, {list(parts)}.
          {counts.skipped > 0 && ` ${countOf(counts.skipped, ['line is', 'lines are'])} skipped.`}
          {counts.warnings > 0 &&
            ` ${countOf(counts.warnings, ['line has', 'lines have'])} a warning and ${counts.warnings === 1 ? 'is' : 'are'} imported all the same.`}
        </p>
      )}
      {deletes && (
        <Sentence
          tone="bad"
          title={`${records(batch, deletes.number)} ${deletes.number === 1 ? 'is' : 'are'} ${undoes ? 'removed' : 'deleted'}`}
        >
          {undoes
            ? 'The import had created them, and nothing points at them since. Cancelling does not bring them back; importing the file again does.'
            : `${deletes.sentence ?? 'They are on record, and the file does not contain them.'} This cannot be taken back by cancelling.`}
        </Sentence>
      )}
      {toRepeat.map((one, at) => (
        <TextInput
          key={one.kind}
          label={one.label}
          description={one.hint}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus={at === 0 || undefined}
          value={typed[one.kind] ?? ''}
          error={isTried && isWrong(one) ? `Type ${count(one.number)} to confirm.` : undefined}
          onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [one.kind]: value }))}
        />
      ))}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Not yet
        </Button>
        <Button
          type="submit"
          color={deletes ? 'red' : undefined}
          loading={isPending}
          data-autofocus={toRepeat.length > 0 ? undefined : true}
        >
          {commitWords(batch, counts)}
        </Button>
      </div>
    </form>
  )
}

type ToRepeat = { kind: GuardKind; number: number; label: string; sentence?: string | undefined; hint?: string }

/** What goes for good, and what is unusual, each with its number. */
function numbersToRepeat({ type, undoes, unusual }: ImportStatusReply, counts: ImportCounts): ToRepeat[] {
  const goes = undoes ? (counts.removed ?? 0) : type === 'employment' ? counts.deletes : 0
  const others = unusual
    .filter(({ kind }) => kind !== 'deletes')
    .map(({ kind, number, sentence }) => ({
      kind,
      number,
      label: sentence,
      hint: `Type ${count(number)} to confirm it.`,
    }))
  if (goes === 0) return others
  const label = `Type ${count(goes)} to confirm that these are ${undoes ? 'removed' : 'deleted'}`
  const sentence = unusual.find(({ kind }) => kind === 'deletes')?.sentence
  return [{ kind: 'deletes', number: goes, label, sentence }, ...others]
}
