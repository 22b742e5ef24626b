import { canMove } from '@alumni/shared/exchange/import-states'
import type { CommitRequest } from '@alumni/shared/exchange/import-guards'
import type { GuardKind, ImportCounts, ImportStatusReply } from '@alumni/shared/exchange/imports'
import { Button, Checkbox } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { askToConfirm, Dialog } from '../../ui/form/dialog.tsx'
import { matchesNumber, NumberConfirmation } from '../../ui/form/number-confirmation.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { useBatchAction } from './use-batch.ts'
import { formatEffects, countRecords, describeUndoEffects, formatUndoLabel } from './summary.ts'

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
          {formatCancelLabel(batch)}
        </Button>
      )}
      {canMove(batch.status, 'commit') && <CommitButton batch={batch} />}
    </>
  )
}

function formatCancelLabel({ undoes }: ImportStatusReply): string {
  return undoes ? 'Cancel the undo' : 'Cancel the import'
}

function askToCancel(batch: ImportStatusReply, onConfirm: () => void) {
  askToConfirm({
    title: batch.undoes ? 'Cancel this undo?' : 'Cancel this import?',
    children: batch.undoes
      ? batch.status === 'running'
        ? 'The undo stops after the records it is saving now. Records already restored stay that way; undo the import again to continue.'
        : 'Nothing has been restored, and nothing will be.'
      : batch.status === 'running'
        ? 'The import stops after the lines it is saving now. Lines already imported stay; if you upload the file again, they count as unchanged.'
        : 'Nothing has been imported, and nothing will be. To import the file later, upload it again.',
    confirm: formatCancelLabel(batch),
    isDangerous: true,
    onConfirm,
  })
}

function CommitButton({ batch }: { batch: ImportStatusReply }) {
  const [isOpen, { open, close }] = useDisclosure()
  const { counts } = batch
  if (!counts || isNothingToImport(counts) || batch.missing_columns.length > 0) return null
  return (
    <>
      <Button color={counts.new + counts.changed === 0 ? 'red' : undefined} onClick={open}>
        {formatCommitLabel(batch, counts)}
      </Button>
      {isOpen && <CommitDialog batch={batch} counts={counts} onClose={close} />}
    </>
  )
}

export function isNothingToImport(counts: ImportCounts): boolean {
  return counts.new + counts.changed + counts.deletes + (counts.removed ?? 0) === 0
}

function formatCommitLabel({ undoes }: ImportStatusReply, counts: ImportCounts): string {
  if (undoes) return formatUndoLabel(counts)
  const applied = counts.new + counts.changed
  const imported = `Import ${formatCount(applied, ['record', 'records'])}`
  if (counts.deletes === 0) return imported
  return applied > 0
    ? `${imported}, delete ${formatNumber(counts.deletes)}`
    : `Delete ${formatCount(counts.deletes, ['record', 'records'])}`
}

type CommitDialogProps = { batch: ImportStatusReply; counts: ImportCounts; onClose: () => void }

function CommitDialog({ batch, counts, onClose }: CommitDialogProps) {
  const commit = useBatchAction(batch)
  const [typedNumbers, setTypedNumbers] = useState<Partial<Record<GuardKind, string>>>({})
  const typeNumber = (kind: GuardKind, value: string) => setTypedNumbers((before) => ({ ...before, [kind]: value }))
  const [isSubmitted, setSubmitted] = useState(false)
  const { undoes } = batch
  const toConfirm = listNumbersToConfirm(batch, counts)
  const deletes = toConfirm.find(({ kind }) => kind === 'deletes')

  function submit() {
    if (!toConfirm.every(({ kind, number }) => matchesNumber(typedNumbers[kind], number))) return setSubmitted(true)
    const body: CommitRequest = Object.fromEntries(toConfirm.map(({ kind, number }) => [`confirm_${kind}`, number]))
    commit.mutate({ url: batch.links.commit, body }, { onSettled: onClose })
  }

  return (
    <Dialog
      title={`${formatCommitLabel(batch, counts)}?`}
      onClose={onClose}
      submit={formatCommitLabel(batch, counts)}
      isDangerous={deletes !== undefined}
      focus={toConfirm.length > 0 ? undefined : 'submit'}
      isPending={commit.isPending}
      onSubmit={submit}
    >
      {renderEffect(batch, counts)}
      {deletes && (
        <Alert
          tone="bad"
          title={`${countRecords(batch, deletes.number)} ${deletes.number === 1 ? 'is' : 'are'} ${undoes ? 'removed' : 'deleted'}`}
        >
          {undoes
            ? 'The import created them, and nothing refers to them now. Canceling does not bring them back; importing the file again does.'
            : `${deletes.message ?? 'They are on file but missing from the uploaded file.'} Canceling does not bring them back.`}
        </Alert>
      )}
      {toConfirm.slice(0, maxTypedNumbers).map(({ kind, number, label, hint }, index) => (
        <NumberConfirmation
          key={kind}
          label={label}
          description={hint}
          data-autofocus={index === 0 || undefined}
          number={number}
          value={typedNumbers[kind]}
          isSubmitted={isSubmitted}
          onChange={(value) => typeNumber(kind, value)}
        />
      ))}
      {toConfirm.slice(maxTypedNumbers).map(({ kind, number, label }) => (
        <Checkbox
          key={kind}
          label={label}
          checked={Boolean(typedNumbers[kind])}
          error={isSubmitted && !typedNumbers[kind] && 'Check this box to confirm.'}
          onChange={(event) => typeNumber(kind, event.currentTarget.checked ? String(number) : '')}
        />
      ))}
    </Dialog>
  )
}

function renderEffect(batch: ImportStatusReply, counts: ImportCounts) {
  const { undoes } = batch
  if (undoes) return <p>{`From import ${undoes.id}, ${describeUndoEffects(counts, false)}.`}</p>
  const effect = formatEffects(batch, counts)
  return (
    effect && (
      <p>
        This will {effect}.
        {counts.skipped > 0 &&
          ` ${formatNumber(counts.skipped)} of ${formatCount(counts.rows, ['line', 'lines'])} will be skipped.`}
        {counts.warnings > 0 &&
          ` ${formatCount(counts.warnings, ['line', 'lines'])} with a warning will be imported anyway.`}
      </p>
    )
  )
}

/** The user types at most this many numbers and confirms the others with a checkbox. */
const maxTypedNumbers = 2

type NumberToConfirm = { kind: GuardKind; number: number; label: string; message?: string | undefined; hint?: string }

function listNumbersToConfirm({ type, undoes, unusual }: ImportStatusReply, counts: ImportCounts): NumberToConfirm[] {
  const deletedCount = undoes ? (counts.removed ?? 0) : type === 'employment' ? counts.deletes : 0
  const others = unusual
    .filter(({ kind }) => kind !== 'deletes')
    .map(({ kind, number, message }) => ({
      kind,
      number,
      label: message,
      hint: `Type ${formatNumber(number)} to confirm it.`,
    }))
  if (deletedCount === 0) return others
  const label = `Type ${formatNumber(deletedCount)} to confirm that these are ${undoes ? 'removed' : 'deleted'}`
  const message = unusual.find(({ kind }) => kind === 'deletes')?.message
  return [{ kind: 'deletes', number: deletedCount, label, message }, ...others]
}
