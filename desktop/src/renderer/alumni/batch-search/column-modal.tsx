import { Button, Checkbox, Modal, Select } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '../../ui/words/numbers.ts'
import type { Table } from '../../ui/read-table.ts'
import { linesOf, sourcesOf } from './read-list.ts'
import modal from '../../ui/modal.module.css'
import classes from './list-file.module.css'

type ColumnModalProps = { name: string; table: Table; onLines: (lines: string[]) => void; onClose: () => void }

/** Which column holds the names or addresses; the likeliest is chosen, and its first rows are shown. */
export function ColumnModal({ name, table: read, onLines, onClose }: ColumnModalProps) {
  const [hasHeader, setHasHeader] = useState(read.hasHeader)
  const table = { ...read, hasHeader }
  const sources = sourcesOf(table)
  const [chosen, setChosen] = useState<string>()
  const source = sources.find(({ columns }) => columns.join() === chosen) ?? sources[0]!
  const lines = linesOf(table, source).filter(Boolean)
  return (
    <Modal opened onClose={onClose} title={name} centered>
      <form
        className={modal.form}
        onSubmit={(event) => {
          event.preventDefault()
          onLines(lines)
        }}
      >
        <Select
          label="Names or e-mail addresses stand in"
          data={sources.map(({ label, columns }) => ({ value: columns.join(), label }))}
          value={source.columns.join()}
          onChange={(value) => setChosen(value ?? undefined)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          data-autofocus
        />
        <Checkbox
          label="The first row names the columns"
          checked={hasHeader}
          onChange={(event) => setHasHeader(event.currentTarget.checked)}
        />
        <div>
          <p className="muted">{lines.length > 0 ? 'The first of them:' : 'There is nothing in this column.'}</p>
          <ul className={classes.sample}>
            {lines.slice(0, 5).map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </div>
        <div className={modal.buttons}>
          <Button variant="default" onClick={onClose}>
            Not this file
          </Button>
          <Button type="submit" disabled={lines.length === 0}>
            Add {countOf(lines.length, ['line', 'lines'])}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
