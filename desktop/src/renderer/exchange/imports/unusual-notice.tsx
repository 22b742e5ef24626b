import { UnstyledButton } from '@mantine/core'
import { importRowsQuery, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { Sentence } from '../../ui/sentence.tsx'
import { useRowsSearch } from './use-rows-search.ts'
import more from '../../ui/more.module.css'
import classes from './unusual-notice.module.css'

/** What is not as in the imports before, each with the way to its lines. */
export function UnusualNotice({ batch }: { batch: ImportStatusReply }) {
  const { look } = useRowsSearch()
  if (batch.unusual.length === 0) return null
  return (
    <div className={classes.notice}>
      <Sentence tone="warn" title="This import is unusual">
        <ul className={classes.list}>
          {batch.unusual.map(({ kind, sentence, rows }) => (
            <li key={kind}>
              {sentence}{' '}
              <UnstyledButton
                className={more.more}
                aria-label={`Look at them: ${sentence}`}
                onClick={() => look(importRowsQuery.pick({ outcome: true, field: true, kind: true }).parse(rows))}
              >
                Look at them
              </UnstyledButton>
            </li>
          ))}
        </ul>
        Look before you import: {batch.unusual.length === 1 ? 'the number has' : 'each number has'} to be typed to
        confirm it.
      </Sentence>
    </div>
  )
}
