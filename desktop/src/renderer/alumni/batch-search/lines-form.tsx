import { maxBatchLines, refuseLines } from '@alumni/shared/alumni/batch-search'
import { Button, Textarea } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { ListFile } from './list-file.tsx'
import classes from './lines-form.module.css'

type LinesFormProps = {
  text: string
  onText: (text: string) => void
  isPending: boolean
  error: Error | null
  onLookUp: (lines: string[]) => void
  onCancel: () => void
  /** Back to what was found before. */
  onBack: (() => void) | undefined
}

/** Where lines are pasted, typed or dropped. What was typed stays, whatever happens. */
export function LinesForm({ text, onText, isPending, error, onLookUp, onCancel, onBack }: LinesFormProps) {
  const settled = useDeferredValue(text)
  const lines = useMemo(() => splitLines(settled), [settled])
  const given = useMemo(() => lines.filter((line) => line.trim() !== '').length, [lines])
  const refusal = useMemo(() => refuseLines(lines), [lines])
  const [isAsked, setAsked] = useState(false)
  const isEmpty = given === 0 && isAsked

  function submit() {
    setAsked(true)
    const asked = splitLines(text)
    if (!refuseLines(asked) && asked.some((line) => line.trim() !== '')) onLookUp(asked)
  }

  return (
    <div className={classes.columns}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Textarea
          label="Names or e-mail addresses, one a line"
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
          classNames={{ input: classes.lines }}
        />
        {refusal && (
          <Sentence tone="bad" isAlert>
            {refusal}
          </Sentence>
        )}
        {error && !isPending && (
          <Sentence tone="bad" isAlert title="Nothing was looked up">
            {error.message}
          </Sentence>
        )}
        <div className={classes.foot}>
          <span className="muted" role="status">
            {countWords(given, lines.length - given)}
          </span>
          <div className={classes.buttons}>
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
            <Button
              type="submit"
              loading={isPending}
              disabled={Boolean(refusal)}
              leftSection={<IconListSearch size={16} stroke={1.8} aria-hidden />}
            >
              {given > 0 ? `Look up ${countOf(given, ['line', 'lines'])}` : 'Look up'}
            </Button>
          </div>
        </div>
        <div className={classes.progress}>
          {isPending && <ProgressBar label={`Looking up ${countOf(given, ['line', 'lines'])}`} percent={null} />}
        </div>
      </form>
      <aside className={classes.aside}>
        <ListFile
          onLines={(added) => onText([...splitLines(text).filter((line) => line.trim() !== ''), ...added].join('\n'))}
          room={maxBatchLines - given}
        />
        <Examples />
      </aside>
    </div>
  )
}

function countWords(given: number, blank: number): string {
  if (given === 0) return `Up to ${count(maxBatchLines)} lines`
  return [countOf(given, ['line', 'lines']), blank > 0 && `${count(blank)} blank left out`].filter(Boolean).join(', ')
}

/** The blank line that a last line break makes is none. */
function splitLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r\n|\r|\n/)
}

const examples: [string, string][] = [
  ['jane@example.org', 'any of someone’s five addresses'],
  ['Jane Doe <jane@example.org>', 'as mail programs write it'],
  ['Peggy Jones', 'also preferred and former names'],
  ['Álvarez, José', 'last name first; accents and capitals do not matter'],
  ['Dr. Margaret A. O’Neil Jr.', 'titles and middle names are passed over'],
  ['B00012345', 'a BUID or contact ID'],
]

function Examples() {
  return (
    <section className={classes.examples}>
      <h2>What a line may be</h2>
      <dl>
        {examples.map(([line, about]) => (
          <div key={line}>
            <dt>{line}</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <p>Where nobody has a name, such as “Pegy Jones”, people of similar names are offered.</p>
    </section>
  )
}
