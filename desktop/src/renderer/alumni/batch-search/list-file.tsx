import { maxBatchLines } from '@alumni/shared/alumni/batch-search'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { reasonToRefuseList } from '../../domain/files/refuse-file.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { useStrayDrops } from '../../ui/use-stray-drops.ts'
import { count } from '../../ui/words/numbers.ts'
import { ColumnModal } from './column-modal.tsx'
import { decode, readTable, type Table } from '../../ui/read-table.ts'
import { linesOf, sourcesOf } from './read-list.ts'
import classes from './list-file.module.css'

type ListFileProps = { onLines: (lines: string[]) => void; /** So many lines may still come. */ room: number }

/** A text or CSV file as lines. It is read here, in the browser; a table asks which column is meant. */
export function ListFile({ onLines, room }: ListFileProps) {
  const [table, setTable] = useState<{ name: string; table: Table } | null>(null)
  const [refusal, setRefusal] = useState<{ name: string; sentence: string } | null>(null)
  useStrayDrops()

  function take(name: string, lines: string[]) {
    const given = lines.filter((line) => line.trim() !== '')
    setTable(null)
    if (given.length === 0) return setRefusal({ name, sentence: 'There is nothing to look up in this file.' })
    if (given.length > room)
      return setRefusal({
        name,
        sentence: `There are ${count(given.length)} lines in this file, and ${room < maxBatchLines ? `room for ${count(Math.max(0, room))} more` : `at most ${count(maxBatchLines)} can be looked up at once`}. Split it, and look up the parts one after the other.`,
      })
    onLines(given)
  }

  async function read(file: File) {
    setRefusal(null)
    const sentence = await reasonToRefuseList(file)
    if (sentence) return setRefusal({ name: file.name, sentence })
    const text = decode(new Uint8Array(await file.arrayBuffer()))
    if (!/\.(csv|tsv)$/i.test(file.name)) return take(file.name, text.split(/\r\n|\r|\n/))
    const table = readTable(text)
    if (table.width > 1) return setTable({ name: file.name, table })
    take(file.name, linesOf(table, sourcesOf(table)[0]!))
  }

  return (
    <section className={classes.file}>
      <FileDrop
        icon={IconFileText}
        words="Drop a .txt or .csv file here"
        hint="It is read on this computer; its lines are added to yours."
        label="Text or CSV file with names or e-mail addresses"
        onFile={(file) => void read(file)}
      />
      {refusal && (
        <Sentence tone="bad" isAlert title={refusal.name}>
          {refusal.sentence}
        </Sentence>
      )}
      {table && <ColumnModal {...table} onClose={() => setTable(null)} onLines={(lines) => take(table.name, lines)} />}
    </section>
  )
}
