import { importTypeNames, type ImportCounts, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { count, countOf, list } from '../../ui/words/numbers.ts'

type Batch = Pick<ImportStatusReply, 'type' | 'id' | 'undoes'>

/** “Contacts import 12”, “Undo of contacts import 12”. */
export function titleOf({ type, id, undoes }: Batch): string {
  const { title } = importTypeNames[type]
  return undoes ? `Undo of ${title.toLowerCase()} import ${undoes.id}` : `${title} import ${id}`
}

/** “Import 14”, “Undo of import 12”: where the type is told already. */
export function shortTitleOf({ id, undoes }: Batch): string {
  return undoes ? `Undo of import ${undoes.id}` : `Import ${id}`
}

/** “Put back 3 records, remove 12”. */
export function undoWords(counts: ImportCounts): string {
  const back = counts.changed + counts.new
  const removed = counts.removed ?? 0
  if (removed === 0) return `Put back ${countOf(back, ['record', 'records'])}`
  return back === 0
    ? `Remove ${countOf(removed, ['record', 'records'])}`
    : `Put back ${countOf(back, ['record', 'records'])}, remove ${count(removed)}`
}

/** What an undo would do, or has done, in the parts that there are. */
export function undoParts(counts: ImportCounts, isDone: boolean): string {
  const be = (number: number) => (isDone ? (number === 1 ? 'was' : 'were') : number === 1 ? 'is' : 'are')
  const parts = [
    [counts.changed, 'put back'],
    [counts.new, 'brought back'],
    [counts.removed ?? 0, 'removed'],
    [counts.unchanged, 'left as it is now'],
  ] as const
  const said = parts.flatMap(([number, what]) =>
    number === 0 ? [] : [`${count(number)} ${be(number)} ${number === 1 ? what : what.replace('it is', 'they are')}`],
  )
  if (counts.skipped > 0) said.push(`${count(counts.skipped)} ${isDone ? 'could' : 'can'} not be undone`)
  return said.length === 0 ? 'nothing changes' : list(said)
}

/** What somebody has changed since is kept, whatever else is put back. */
export function sinceWords({ warnings }: ImportCounts): string {
  return warnings === 0
    ? ''
    : ` ${countOf(warnings, ['has', 'have'])} been changed by somebody since; what they changed is kept.`
}
