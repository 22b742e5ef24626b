import { maxDescriptionLength } from '@alumni/shared/exchange/events-api'
import { Button, TextInput } from '@mantine/core'
import { IconDownload, IconFolderOpen } from '@tabler/icons-react'
import { useState } from 'react'
import type { Summary } from '../../../converter/conversion.ts'
import { ActivityField } from '../../domain/recording/activity-field.tsx'
import { isDesktop } from '../../ui/desktop.ts'
import { UndoRecorded } from '../../domain/recording/undo-recorded.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { dayOfYearWords, dayWords } from '../../ui/words/days.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import type { ConversionState } from './use-conversion.ts'
import classes from './event-converter.module.css'

type RecordFormProps = {
  conversion: ConversionState
  summary: Summary
  activityCodes: { code: string; name: string }[]
}

/** What it was and when, and the one press that records it. */
export function RecordForm({ conversion, summary, activityCodes }: RecordFormProps) {
  const { totals, days, events } = summary
  const [code, setCode] = useState('event_attended')
  const [typed, setTyped] = useState<string>()
  const [given, setGiven] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const isSeveral = events.length > 1
  const name = typed ?? (events.length === 1 ? events[0]! : '')
  const hasOwnDays = days.told.length > 1
  const date = given ?? (days.told.length === 1 && days.untold === 0 ? days.told[0]! : '')
  const isDateWanted = days.untold > 0 || !hasOwnDays
  const isDateGood = !isDateWanted || /^\d{4}-\d\d-\d\d$/.test(date)
  const isNameGood = name.trim() !== '' || isSeveral
  const codes = activityCodes.some((each) => each.code === code)
    ? activityCodes
    : [{ code: 'event_attended', name: 'Event attended' }, ...activityCodes]
  const activity = codes.find((each) => each.code === code)?.name ?? code
  const facts = { activityCode: code, description: name.trim(), date: isDateWanted && date !== '' ? date : null }
  const left = totals.converted - sentOf(conversion)
  const isRecording = conversion.progress?.words === 'recording'

  function when(isGood: boolean, then: () => void) {
    setAsked(true)
    if (isGood) then()
  }

  const what = [
    activity,
    [name.trim() || (isSeveral && countOf(events.length, ['event', 'events'])), dateWords(days.told, hasOwnDays, date)]
      .filter(Boolean)
      .join(', '),
  ]
  return (
    <form
      className={classes.record}
      aria-label="Record the engagements"
      onSubmit={(event) => {
        event.preventDefault()
        when(isNameGood && isDateGood, () => conversion.record(facts))
      }}
    >
      <h2>Record it</h2>
      <ActivityField codes={codes} value={code} onChange={setCode} />
      <TextInput
        label="Name of the event"
        description={
          isSeveral && typed === undefined
            ? 'The file names several; each line keeps its own unless you type one.'
            : undefined
        }
        maxLength={maxDescriptionLength}
        value={name}
        placeholder={isSeveral ? events.join(', ') : 'Homecoming'}
        error={isAsked && !isNameGood && 'Say what it was.'}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isDateWanted ? (
        <TextInput
          type="date"
          label="Day of the event"
          description={
            days.told.length === 0
              ? 'The file does not tell it.'
              : days.untold > 0
                ? `The file does not tell it for ${countOf(days.untold, ['person', 'people'])}.`
                : 'As the file tells it.'
          }
          value={date}
          error={isAsked && !isDateGood && 'Say when it was.'}
          onChange={(event) => {
            setGiven(event.currentTarget.value)
            conversion.setDate(event.currentTarget.value || null)
          }}
        />
      ) : (
        <p className="muted">
          {countOf(days.told.length, ['day', 'days'])}, as the file tells: {dayWords(days.told[0]!)} to{' '}
          {dayWords(days.told.at(-1)!)}.
        </p>
      )}
      <Button
        type="submit"
        loading={isRecording}
        disabled={left <= 0}
        fullWidth
        classNames={{ root: classes.press, label: classes.pressWords }}
      >
        {left > 0
          ? `Record ${count(left)} as ${what.filter(Boolean).join(': ')}`
          : totals.converted > 0
            ? 'All of them are recorded'
            : 'There is nothing to record'}
      </Button>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
        onClick={() => when(isDateGood, () => conversion.save(facts))}
      >
        Save both files (CSV)
      </Button>
      <p className="muted">
        {countOf(totals.converted, ['engagement', 'engagements'])}, and the {count(totals.unmatched + totals.broken)}{' '}
        unmatched with their reasons.
      </p>
      <Outcome conversion={conversion} />
    </form>
  )
}

function sentOf({ recorded }: ConversionState): number {
  return recorded ? recorded.inserted + recorded.alreadyStored + recorded.failedRows : 0
}

function dateWords(told: string[], hasOwnDays: boolean, date: string): string {
  if (hasOwnDays) return countOf(told.length, ['day', 'days'])
  return /^\d{4}-\d\d-\d\d$/.test(date) ? dayOfYearWords(date) : ''
}

function Outcome({ conversion }: { conversion: ConversionState }) {
  const { recorded, undone, saved, notSaved } = conversion
  return (
    <div className={classes.outcome} role="status">
      {recorded && (
        <Sentence
          tone={recorded.failure || recorded.failedRows > 0 ? 'warn' : 'good'}
          title={recordedWords(recorded)}
          actions={recorded.lists.length > 0 && <UndoRecorded lists={recorded.lists} onUndone={conversion.sayUndone} />}
        >
          {recorded.failure && <p>{recorded.failure} Press again: what was recorded is not recorded twice.</p>}
          {recorded.failed.length > 0 && (
            <ul className={classes.failed}>
              {recorded.failed.map(({ buid, error }, index) => (
                <li key={index}>
                  {buid}: {error}
                </li>
              ))}
            </ul>
          )}
        </Sentence>
      )}
      {undone !== undefined && (
        <Sentence tone="info" title="Undone">
          {countOf(undone, ['engagement is', 'engagements are'])} taken out again.
        </Sentence>
      )}
      {notSaved && <Sentence tone="bad">{notSaved}</Sentence>}
      {saved && (
        <Sentence
          tone="good"
          title="Saved"
          actions={
            isDesktop() && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFolderOpen size={14} stroke={1.8} aria-hidden />}
                onClick={conversion.showSaved}
              >
                Open in folder
              </Button>
            )
          }
        >
          {saved.map(({ name }) => name).join(' and ')}
        </Sentence>
      )}
    </div>
  )
}

function recordedWords({ inserted, alreadyStored, failedRows }: NonNullable<ConversionState['recorded']>): string {
  return [
    (inserted > 0 || (alreadyStored === 0 && failedRows === 0)) &&
      `${countOf(inserted, ['engagement is', 'engagements are'])} recorded`,
    alreadyStored > 0 && `${count(alreadyStored)} had been recorded before`,
    failedRows > 0 && `${count(failedRows)} could not be recorded`,
  ]
    .filter(Boolean)
    .join(', ')
}
