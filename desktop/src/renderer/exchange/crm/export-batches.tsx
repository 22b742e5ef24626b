import { exportBatchesShown, type ExportBatch } from '@alumni/shared/exchange/crm'
import { Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconDatabaseExport, IconFileText } from '@tabler/icons-react'
import { askToConfirm } from '../../ui/form/dialog.tsx'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { count, countOf, list } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { useUndoExport } from './actions.ts'
import { LoaderResultsButton } from './loader-results.tsx'
import { Button } from '../../ui/button.tsx'

/** The last exports: who, when, how many, what came of them, and the way back. */
export function ExportBatches({ batches }: { batches: ExportBatch[] }) {
  return (
    <Stack component="aside" gap={12} aria-labelledby="exports">
      <h2 id="exports">Exports</h2>
      {batches.length === 0 ? (
        <p className="muted">Nothing has been exported yet. Each export will be listed here with its file.</p>
      ) : (
        <ol className="rows frame">
          {batches.map((batch) => (
            <Batch key={batch.id} batch={batch} />
          ))}
        </ol>
      )}
      {batches.length === exportBatchesShown && <p className="fact">The last {exportBatchesShown} are shown.</p>}
    </Stack>
  )
}

function Batch({ batch }: { batch: ExportBatch }) {
  const undo = useUndoExport()
  const { id, changes, waiting, verified, undone_at, undone_by, links } = batch
  const ask = () =>
    askToConfirm({
      title: `Undo export ${id}?`,
      children: `${countOf(waiting, ['change goes', 'changes go'])} back to pending. What the CRM has confirmed stays as it is.`,
      confirm: `Undo for ${countOf(waiting, ['change', 'changes'])}`,
      cancel: 'Keep it',
      onConfirm: () => links.undo && undo.mutate(links.undo),
    })
  return (
    <li>
      <Text component="strong" fw={600} {...(undone_at && { td: 'line-through', c: 'dimmed' })}>
        Export {id}: {countOf(changes, ['change', 'changes'])}
      </Text>
      <span className="fact">
        <When at={batch.exported_at} /> by {batch.exported_by}
      </span>
      <span className="fact">
        {undone_at ? (
          <>
            Undone <When at={undone_at} /> by {undone_by}
          </>
        ) : (
          progressWords(batch)
        )}
      </span>
      {!undone_at && (
        <Group component="span" gap={8} mt={8}>
          <ExportFiles batch={batch} />
          {verified < changes && <LoaderResultsButton batch={batch} />}
          {links.undo && waiting > 0 && (
            <Button
              variant="default"
              size="xs"
              loading={undo.isPending}
              onClick={ask}
              icon={IconArrowBackUp}
              aria-label={`Undo export ${id}`}
            >
              Undo
            </Button>
          )}
        </Group>
      )}
    </li>
  )
}

function progressWords({ changes, waiting, verified }: ExportBatch): string {
  const left = changes - waiting - verified
  const parts = [
    verified > 0 && `${count(verified)} verified`,
    waiting > 0 && `${count(waiting)} not confirmed yet`,
    left > 0 && `${count(left)} withdrawn or pending again`,
  ].filter((part) => part !== false)
  return verified === changes ? 'All verified by the CRM' : list(parts)
}

/** The two files of an export: for the CRM's loader, and for people. */
export function ExportFiles({ batch: { id, links } }: { batch: ExportBatch }) {
  return (
    <Group component="span" gap={8}>
      {links.loader_csv && (
        <DownloadButton
          url={links.loader_csv}
          noun={['row', 'rows']}
          size="xs"
          leftSection={<IconDatabaseExport size={14} stroke={1.8} aria-hidden />}
          aria-label={`Download export ${id} for the loader`}
        >
          For the loader
        </DownloadButton>
      )}
      {links.csv && (
        <DownloadButton
          url={links.csv}
          noun={['change', 'changes']}
          size="xs"
          leftSection={<IconFileText size={14} stroke={1.8} aria-hidden />}
          aria-label={`Download export ${id} to read`}
        >
          To read
        </DownloadButton>
      )}
    </Group>
  )
}
