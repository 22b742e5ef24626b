import type { ImportBatchPage, ImportStatusReply } from '@alumni/shared/exchange/imports'
import { Box, Button, Stack } from '@mantine/core'
import { Alert } from '../../../ui/alert.tsx'
import { formatList } from '../../../ui/words/numbers.ts'
import { useCorrections, type Draft } from './use-corrections.tsx'

type UnsavedProps = { batch: ImportStatusReply; page: ImportBatchPage | undefined }

/** What was typed for lines that are not shown any more: someone else was first, or the import has moved on. */
export function UnsavedCorrections({ batch, page }: UnsavedProps) {
  const { drafts, save, discard } = useCorrections()
  const isOver = batch.status !== 'review'
  const inTable = new Set(page?.rows?.map(({ line }) => line))
  const shown = [...drafts.values()].filter(
    ({ line, sentence, isSaving }) => !isSaving && (isOver || (sentence && !inTable.has(line))),
  )
  if (shown.length === 0) return null
  const labels = new Map(page?.fields.map(({ field, label }) => [field, label]))
  return (
    <Stack gap={8} mb={16}>
      {shown.map((draft) => (
        <Alert
          key={draft.line}
          tone="warn"
          isAlert
          title={`Line ${draft.line} was not saved`}
          actions={
            <>
              {!isOver && (
                <Button size="xs" onClick={() => save(requestOf(draft))}>
                  Save mine
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => discard(draft.line)}>
                Discard mine
              </Button>
            </>
          }
        >
          <Box>{isOver ? 'The import is no longer in review, so its lines cannot be corrected.' : draft.sentence}</Box>
          <Box>You typed {typedWords(draft, labels)}.</Box>
        </Alert>
      ))}
    </Stack>
  )
}

const requestOf = ({ line, cells, since }: Draft) => ({ line, cells, since })

function typedWords({ cells }: Draft, labels: ReadonlyMap<string, string>): string {
  return formatList(Object.entries(cells).map(([field, text]) => `${labels.get(field) ?? field} “${text}”`))
}
