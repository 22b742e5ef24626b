import { canMove } from '@alumni/shared/exchange/import-states'
import type { ImportStatusReply, CommitRequest, GuardKind, ImportCounts } from '@alumni/shared/exchange/imports'
import { Button, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { useState, type FormEvent } from 'react'
import { useBatchAction } from './actions.ts'
import { records, undoParts, undoWords } from './summary.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { count, countOf, list } from '../../ui/words/numbers.ts'
import classes from '../../ui/modal.module.css'

/** What a person may do now, by the table of moves that the server obeys. */
export function BatchActions({ batch }: { batch: ImportStatusReply }) {
  const cancel = useBatchAction(batch)
  return (
    <>
      {canMove(batch.status, 'cancel') && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => askToCancel(batch, () => cancel.mutate({ url: batch.links.cancel }))}
        >
          {cancelWords(batch)}
        </Button>
      )}
      {canMove(batch.status, 'commit') && <CommitButton batch={batch} />}
    </>
  )
}

function cancelWords({ undoes }: ImportStatusReply): string {
  return undoes ? 'Cancel the undo' : 'Cancel the import'
}

function askToCancel(batch: ImportStatusReply, onConfirm: () => void) {
  modals.openConfirmModal({
    title: batch.undoes ? 'Cancel this undo?' : 'Cancel this import?',
    children: batch.undoes
      ? batch.status === 'running'
        ? 'The undo stops after the records that it is writing now. What was put back already stays so; undo the import again to go on.'
        : 'Nothing has been put back and nothing will be.'
      : batch.status === 'running'
        ? 'The import stops after the lines that it is writing now. Lines already imported stay; when you upload the file again, they count as unchanged.'
        : 'Nothing has been imported and nothing will be. The file has to be uploaded again if you change your mind.',
    labels: { confirm: cancelWords(batch), cancel: batch.status === 'running' ? 'Let it go on' : 'Keep it' },
    confirmProps: { color: 'red' },
    onConfirm,
  })
}

/** The one button that writes: it says to how many, and asks once more. */
function CommitButton({ batch }: { batch: ImportStatusReply }) {
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
