import { Button, Select } from '@mantine/core'
import { canMove } from '@alumni/shared/exchange/import-states'
import { importTypeNames, type ImportBatchPage, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { IconAlertTriangle, IconArrowRight, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { countOf, list } from '../../ui/words/numbers.ts'
import { useBatchAction } from './actions.ts'
import classes from './imports.module.css'

/** Which columns of the file are used, which are not, and the way to change that. */
export function ColumnsPanel({ batch, fields }: { batch: ImportStatusReply; fields: ImportBatchPage['fields'] }) {
  const rescan = useBatchAction(batch)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const { columns, unknown_columns: unknown, refused_columns: refused } = batch
  const mayAssign = canMove(batch.status, 'rescan')
  const labels = new Map(fields.map(({ field, label }) => [field, label]))
  const byHand = columns.filter((column) => column.by_hand)
  const assign = (assigned: Record<string, string | null>) =>
    rescan.mutate({ url: batch.links.columns, body: { columns: assigned } })
  const taken = new Set([...columns.map((column) => column.field), ...Object.values(chosen)])
  const number = Object.keys(chosen).length

  return (
    <details className={classes.columnsPanelPanel}>
      <summary>
        <IconChevronRight size={16} stroke={1.8} className={classes.arrow} aria-hidden />
        <h2>Columns of the file</h2>
        <span className="muted">{summary(columns.length, refused.length)}</span>
        {unknown.length > 0 && (
          <span className={classes.unused}>
            <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
            {unknown.length} not used: {list(unknown.slice(0, 3).map(({ header }) => header))}
            {unknown.length > 3 && '…'}
          </span>
        )}
      </summary>
      <div className={classes.inside}>
        {unknown.length > 0 && (
          <section>
            <h3>Not used</h3>
            <p className="muted">
              {mayAssign
                ? `No field has these names. Say what they are, and the file is scanned again; the choice is remembered for the next file with ${importTypeNames[batch.type].title.toLowerCase()}.`
                : 'No field has these names, so they were left out.'}
            </p>
            <ul className={classes.list}>
              {unknown.map(({ header, samples }) => (
                <li key={header}>
                  <span className={classes.header}>
                    <strong>{header}</strong>
                    <span className="muted">{samples.length > 0 ? `such as ${samples.join(', ')}` : 'no values'}</span>
                  </span>
                  {mayAssign && (
                    <Select
                      className={classes.select}
                      aria-label={`Field for the column ${header}`}
                      placeholder="Leave it out"
                      searchable
                      withScrollArea={false}
                      classNames={{ options: classes.options }}
                      clearable
                      clearButtonProps={{ 'aria-label': `Leave ${header} out` }}
                      nothingFoundMessage="No field has this name"
                      data={fields.map(({ field, label }) => ({
                        value: field,
                        label,
                        disabled: taken.has(field) && chosen[header] !== field,
                      }))}
                      value={chosen[header] ?? null}
                      onChange={(field) =>
                        setChosen(({ [header]: _, ...rest }) => (field ? { ...rest, [header]: field } : rest))
                      }
                    />
                  )}
                </li>
              ))}
            </ul>
            {mayAssign && (
              <Button
                variant="default"
                disabled={number === 0}
                loading={rescan.isPending}
                onClick={() => assign(chosen)}
              >
                {number === 0 ? 'Scan again' : `Scan again with ${countOf(number, ['more column', 'more columns'])}`}
              </Button>
            )}
          </section>
        )}
        {byHand.length > 0 && (
          <section>
            <h3>Assigned by hand</h3>
            <ul className={classes.list}>
              {byHand.map(({ header, field }) => (
                <li key={header}>
                  <span className={classes.columnsPanelPair}>
                    <strong>{header}</strong> <IconArrowRight size={13} stroke={1.8} aria-label="fills" role="img" />{' '}
                    {labels.get(field) ?? field}
                  </span>
                  {mayAssign && (
                    <Button
                      variant="default"
                      size="xs"
                      loading={rescan.isPending}
                      onClick={() => assign({ [header]: null })}
                      aria-label={`Leave it out again: ${header}`}
                    >
                      Leave it out again
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
        {refused.length > 0 && (
          <section>
            <h3>Never read</h3>
            <p>
              {list(refused)}: {refused.length === 1 ? 'this column holds' : 'these columns hold'} sensitive data that
              does not belong here. {refused.length === 1 ? 'Its values were' : 'Their values were'} dropped while the
              file was read.
            </p>
          </section>
        )}
        <section>
          <h3>Used</h3>
          <ul className={classes.used}>
            {columns
              .filter((column) => !column.by_hand)
              .map(({ header, field }) => (
                <li key={header}>
                  {sameName(header, labels.get(field)) ? header : `${header} → ${labels.get(field) ?? field}`}
                </li>
              ))}
          </ul>
        </section>
      </div>
    </details>
  )
}

function summary(used: number, refused: number): string {
  return [`${used} used`, refused > 0 && `${refused} never read`].filter(Boolean).join(' · ')
}

function sameName(header: string, label: string | undefined): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[\s_]/g, '')
  return label !== undefined && bare(header) === bare(label)
}
