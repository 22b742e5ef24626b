import { maxBatchLines, describeLinesProblem } from '@alumni/shared/alumni/batch-search'
import { Box, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core'
import { IconListSearch, IconFileText } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { findListFileProblem } from '../../domain/files/file-problems.ts'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { useStrayDrops } from '../../ui/form/use-stray-drops.ts'
import { decodeText, parseTable, type Table } from '../../ui/table/parse-table.ts'
import { Dialog } from '../../ui/form/dialog.tsx'
import { Button } from '../../ui/button.tsx'

type LinesFormProps = {
  text: string
  onText: (text: string) => void
  isPending: boolean
  error: Error | null
  onLookUp: (lines: string[]) => void
  onCancel: () => void
  onBack: (() => void) | undefined
}

export function LinesForm({ text, onText, isPending, error, onLookUp, onCancel, onBack }: LinesFormProps) {
  const deferredText = useDeferredValue(text)
  const lines = useMemo(() => splitLines(deferredText), [deferredText])
  const lineCount = useMemo(() => lines.filter((line) => line.trim() !== '').length, [lines])
  const refusal = useMemo(() => describeLinesProblem(lines), [lines])
  const [isSubmitted, setSubmitted] = useState(false)
  const isEmpty = lineCount === 0 && isSubmitted

  function submit() {
    setSubmitted(true)
    const submittedLines = splitLines(text)
    if (!describeLinesProblem(submittedLines) && submittedLines.some((line) => line.trim() !== ''))
      onLookUp(submittedLines)
  }

  return (
    <WithAside
      aside={
        <Stack component="aside" gap={24} pt={{ base: 0, lg: 24 }}>
          <ListFileInput
            onLines={(added) => onText([...splitLines(text).filter((line) => line.trim() !== ''), ...added].join('\n'))}
            maxLines={maxBatchLines - lineCount}
          />
          <LineExamples />
        </Stack>
      }
    >
      <Stack
        component="form"
        gap={12}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Textarea
          label="Names or e-mail addresses, one per line"
          rows={16}
          autoFocus
          spellCheck={false}
          autoComplete="off"
          placeholder={'Peggy Jones\nÁlvarez, José\njane@example.org'}
          value={text}
          error={isEmpty && 'Paste at least one name or e-mail address.'}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
          }}
          styles={{ input: { lineHeight: 1.7, whiteSpace: 'pre', resize: 'vertical' } }}
        />
        <LinesAlerts refusal={refusal} error={isPending ? null : error} />
        <Group justify="space-between" gap="8px 12px">
          <span className="muted" role="status">
            {describeLineCount(lineCount, lines.length - lineCount)}
          </span>
          <Group gap="8px 12px">
            {onBack && !isPending && (
              <Button variant="default" onClick={onBack}>
                Back to the results
              </Button>
            )}
            {isPending && (
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={isPending} disabled={Boolean(refusal)} icon={IconListSearch}>
              {lineCount > 0 ? `Look up ${formatCount(lineCount, ['line', 'lines'])}` : 'Look up'}
            </Button>
          </Group>
        </Group>
        <Box mih={6}>
          {isPending && (
            <ProgressBar label={`Looking up ${formatCount(lineCount, ['line', 'lines'])}`} percent={null} />
          )}
        </Box>
      </Stack>
    </WithAside>
  )
}

function LinesAlerts({ refusal, error }: { refusal: string | null | undefined; error: Error | null }) {
  return (
    <>
      {refusal && (
        <Alert tone="bad" isAlert>
          {refusal}
        </Alert>
      )}
      {error && (
        <Alert tone="bad" isAlert title="Nothing was looked up">
          {error.message}
        </Alert>
      )}
    </>
  )
}

function describeLineCount(lineCount: number, blank: number): string {
  if (lineCount === 0) return `Up to ${formatNumber(maxBatchLines)} lines`
  return [formatCount(lineCount, ['line', 'lines']), blank > 0 && `${formatNumber(blank)} blank left out`]
    .filter(Boolean)
    .join(', ')
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r\n|\r|\n/)
}

const examples: [string, string][] = [
  ['jane@example.org', 'any of a person’s five addresses'],
  ['Jane Doe <jane@example.org>', 'as e-mail programs write it'],
  ['Peggy Jones', 'also preferred and former names'],
  ['Álvarez, José', 'last name first; accents and capital letters do not matter'],
  ['Dr. Margaret A. O’Neil Jr.', 'titles and middle names are ignored'],
  ['B00012345', 'a BUID or contact ID'],
]

function LineExamples() {
  return (
    <Stack component="section" className="fact" gap={12}>
      <Box component="h2" c="var(--ink)" fz={14}>
        What to enter on a line
      </Box>
      <Stack component="dl" gap={8}>
        {examples.map(([line, explanation]) => (
          <div key={line}>
            <Box component="dt" c="var(--ink)">
              {line}
            </Box>
            <dd>{explanation}</dd>
          </div>
        ))}
      </Stack>
      <p>A name that no one has, such as “Pegy Jones”, brings up similar ones.</p>
    </Stack>
  )
}

/** Reads lines from a text or CSV file in the browser. Asks which column to use if the file is a table. */
function ListFileInput({ onLines, maxLines }: { onLines: (lines: string[]) => void; maxLines: number }) {
  const [table, setTable] = useState<{ name: string; table: Table } | null>(null)
  const [refusal, setRefusal] = useState<{ name: string; message: string } | null>(null)
  useStrayDrops()

  function addLines(name: string, lines: string[]) {
    const filledLines = lines.filter((line) => line.trim() !== '')
    setTable(null)
    if (filledLines.length === 0) return setRefusal({ name, message: 'There is nothing to look up in this file.' })
    if (filledLines.length > maxLines)
      return setRefusal({
        name,
        message: `There are ${formatCount(filledLines.length, ['line', 'lines'])} in this file, and ${maxLines < maxBatchLines ? `room for ${formatNumber(Math.max(0, maxLines))} more` : `at most ${formatNumber(maxBatchLines)} can be looked up at once`}. Split the file and look up the parts one at a time.`,
      })
    onLines(filledLines)
  }

  async function readFile(file: File) {
    setRefusal(null)
    const message = await findListFileProblem(file)
    if (message) return setRefusal({ name: file.name, message })
    const text = decodeText(new Uint8Array(await file.arrayBuffer()))
    if (!/\.(csv|tsv)$/i.test(file.name)) return addLines(file.name, text.split(/\r\n|\r|\n/))
    const table = parseTable(text)
    if (table.width > 1) return setTable({ name: file.name, table })
    addLines(file.name, extractLines(table, listSources(table)[0]!))
  }

  return (
    <Stack component="section" gap={12}>
      <FileDrop
        icon={IconFileText}
        text="Drop a .txt or .csv file here"
        hint="It is read on this computer, and its lines are added to yours."
        label="Text or CSV file with names or e-mail addresses"
        onFile={(file) => void readFile(file)}
      />
      {refusal && (
        <Alert tone="bad" isAlert title={refusal.name}>
          {refusal.message}
        </Alert>
      )}
      {table && (
        <ColumnModal {...table} onClose={() => setTable(null)} onLines={(lines) => addLines(table.name, lines)} />
      )}
    </Stack>
  )
}

type ColumnModalProps = { name: string; table: Table; onLines: (lines: string[]) => void; onClose: () => void }

/** Asks which columns of a table to use. Preselects the likeliest choice and previews the first lines. */
function ColumnModal({ name, table: initialTable, onLines, onClose }: ColumnModalProps) {
  const [hasHeader, setHasHeader] = useState(initialTable.hasHeader)
  const table = { ...initialTable, hasHeader }
  const sources = listSources(table)
  const [sourceKey, setSourceKey] = useState<string>()
  const source = sources.find(({ columns }) => columns.join() === sourceKey) ?? sources[0]!
  const lines = extractLines(table, source).filter(Boolean)
  return (
    <Dialog
      title={name}
      onClose={onClose}
      submit={`Add ${formatCount(lines.length, ['line', 'lines'])}`}
      onSubmit={() => onLines(lines)}
      isDisabled={lines.length === 0}
    >
      <Select
        label="Column with names or e-mail addresses"
        data={sources.map(({ label, columns }) => ({ value: columns.join(), label }))}
        value={source.columns.join()}
        onChange={(value) => setSourceKey(value ?? undefined)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
        data-autofocus
      />
      <Checkbox
        label="The first row contains column names"
        checked={hasHeader}
        onChange={(event) => setHasHeader(event.currentTarget.checked)}
      />
      <div>
        <p className="muted">{lines.length > 0 ? 'First lines:' : 'This column is empty.'}</p>
        <Stack component="ul" gap={4} mih={124} mt={4} pl={20}>
          {lines.slice(0, 5).map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </Stack>
      </div>
    </Dialog>
  )
}

/** The columns that make up a line: a single column, first and last name, or all columns. */
type LineSource = { label: string; columns: number[]; join: string }

/** Returns the possible line sources in a table, likeliest first. */
export function listSources(table: Table): LineSource[] {
  const header = Array.from(
    { length: table.width },
    (_, index) => (table.hasHeader && table.rows[0]![index]?.trim()) || `Column ${index + 1}`,
  )
  const sources = header.map((label, index) => ({ label, columns: [index], join: ' ' }))
  const findColumn = (pattern: RegExp) => header.findIndex((name) => pattern.test(name))
  const [first, last] = [
    findColumn(/^(preferred|first|given)[ _-]?name$/i),
    findColumn(/^((last|family)[ _-]?name|surname)$/i),
  ]
  if (first >= 0 && last >= 0)
    sources.push({ label: `${header[first]} and ${header[last]}`, columns: [first, last], join: ' ' })
  if (table.width > 1) sources.push({ label: 'The whole row', columns: header.map((_, index) => index), join: ', ' })
  return sources.toSorted((a, b) => rateSource(b, table) - rateSource(a, table))
}

function rateSource({ label, columns, join }: LineSource, { rows }: Table): number {
  const cells = rows.slice(0, 200).map((row) => row[columns[0]!]?.trim() ?? '')
  const isCommon = (isMatch: (cell: string) => boolean) => cells.filter(isMatch).length > cells.length / 3
  if (join === ', ') return 0.5
  if (columns.length > 1) return 3
  if (isCommon((cell) => /^B\d{8}$/i.test(cell))) return 5
  if (isCommon((cell) => cell.includes('@'))) return 4
  return /^(full |display )?name$/i.test(label) ? 2 : /name/i.test(label) ? 1 : 0
}

/** Joins the columns of each row into a line. A row of empty cells becomes a blank line. */
export function extractLines({ rows, hasHeader }: Table, { columns, join }: LineSource): string[] {
  return rows.slice(hasHeader ? 1 : 0).map((row) =>
    columns
      .map((index) => (row[index] ?? '').replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join(join),
  )
}
