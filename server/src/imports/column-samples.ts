import type { ImportStatusReply } from '@alumni/shared/imports'
import { cellText } from '../alumni/index.ts'
import type { CsvRecord } from './read-csv.ts'

const mostSamples = 3

/** Collects a few different values of each unknown column, to help a person say what it is. */
export function columnSamples(header: string[], unknown: string[]) {
  const columns = unknown.map((name) => ({ header: name, at: header.indexOf(name), samples: new Set<string>() }))
  return {
    see(record: CsvRecord) {
      for (const { at, samples } of columns) {
        const text = cellText(record.cells[at] ?? '').slice(0, 60)
        if (text && samples.size < mostSamples) samples.add(text)
      }
    },
    columns: (): ImportStatusReply['unknown_columns'] =>
      columns.map(({ header, samples }) => ({ header, samples: [...samples] })),
  }
}
