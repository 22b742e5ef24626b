import type { ImportRow } from '@alumni/shared/exchange/imports'
import { Box, Button, Group, Kbd, Stack, TextInput } from '@mantine/core'
import { useRef, type FormEvent, type KeyboardEvent } from 'react'
import { RelativeTime } from '../../../ui/format/times.tsx'
import { BeforeAfter } from '../../../ui/format/before-after.tsx'
import classes from '../imports.module.css'
import { useCorrections } from './use-corrections.tsx'

type CellsProps = { row: ImportRow; labels: ReadonlyMap<string, string> }

export function useIsEdited({ line, outcome, cells, corrected }: ImportRow): boolean {
  const { canCorrect, drafts } = useCorrections()
  return canCorrect && ((outcome === 'skipped' && cells !== undefined) || (corrected !== undefined && drafts.has(line)))
}

/** Enter saves the cells; Escape discards the edits. */
export function CellsForm({ row, labels }: CellsProps) {
  const { drafts, edit, discard, save } = useCorrections()
  const form = useRef<HTMLFormElement>(null)
  const draft = drafts.get(row.line)
  const cells = cellsOf(row)
  const hasFieldMessage = cells.some(({ field }) => draft?.fields?.[field])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!draft || draft.isSaving) return
    const nextLineForm = findNextForm(form.current)
    const isSaved = await save({
      line: row.line,
      since: draft.since,
      cells: Object.fromEntries(cells.map(({ field, text }) => [field, draft.cells[field] ?? text])),
    })
    const isHere = form.current === null || form.current.contains(document.activeElement)
    if (isSaved && isHere) nextLineForm?.querySelector('input')?.focus()
    if (!isSaved) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }

  function discardOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !draft || draft.isSaving) return
    event.preventDefault()
    discard(row.line)
  }

  return (
    <Box
      component="form"
      ref={form}
      display="grid"
      style={{ gap: 8 }}
      data-cells
      aria-label={`Line ${row.line}`}
      aria-busy={draft?.isSaving}
      onSubmit={submit}
    >
      {cells.map(({ field, text, reason }) => (
        <TextInput
          key={field}
          className={classes.badCell}
          size="xs"
          label={labels.get(field) ?? field}
          value={draft?.cells[field] ?? text}
          readOnly={draft?.isSaving}
          autoComplete="off"
          spellCheck={false}
          error={
            draft?.fields?.[field] ?? (draft?.cells[field] === undefined || draft.cells[field] === text ? reason : null)
          }
          onChange={(event) => edit(row, { [field]: event.currentTarget.value })}
          onKeyDown={discardOnEscape}
        />
      ))}
      {draft && (
        <Group gap={8}>
          <Button type="submit" size="xs" loading={draft.isSaving} rightSection={<Kbd size="xs">Enter</Kbd>}>
            Save line {row.line}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            disabled={draft.isSaving}
            rightSection={<Kbd size="xs">Esc</Kbd>}
            onClick={() => discard(row.line)}
          >
            Undo typing
          </Button>
        </Group>
      )}
      {draft?.message && !hasFieldMessage && (
        <p role="alert" className="warning">
          {draft.message}
        </p>
      )}
    </Box>
  )
}

function cellsOf({ outcome, cells = [], corrected }: ImportRow) {
  if (outcome === 'skipped') return cells
  return (corrected?.cells ?? []).map(({ field, after }) => ({ field, text: after, reason: null }))
}

function findNextForm(form: HTMLFormElement | null): Element | undefined {
  const forms = [...document.querySelectorAll('form[data-cells]')]
  const nextLineForm = forms[forms.findIndex((each) => each === form) + 1] ?? forms[0]
  return nextLineForm === form ? undefined : nextLineForm
}

export function CorrectedCells({ row, labels }: CellsProps) {
  const { canCorrect, edit, save } = useCorrections()
  const { corrected } = row
  if (!corrected) return null
  const cells = Object.fromEntries(corrected.cells.map(({ field, after }) => [field, after]))
  return (
    <Stack gap={2}>
      {corrected.cells.map(({ field, before, after }) => (
        <p key={field}>
          <span className="muted">{labels.get(field) ?? field}</span> <BeforeAfter before={before} after={after} />
        </p>
      ))}
      <Group gap={8}>
        <span className="note">
          Corrected{corrected.by && ` by ${corrected.by}`}
          {corrected.at && (
            <>
              {' '}
              <RelativeTime time={corrected.at} />
            </>
          )}
        </span>
        {canCorrect && (
          <>
            <Button size="compact-xs" variant="subtle" onClick={() => edit(row, cells)}>
              Correct again
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => save({ line: row.line, cells: {}, since: corrected.at })}
            >
              Undo correction
            </Button>
          </>
        )}
      </Group>
    </Stack>
  )
}
