import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { FileDrop } from '../../ui/file-drop.tsx'
import { useHandedFile } from '../../ui/handed-file.ts'
import { NoAlumniYet, useHasNoAlumni } from '../../domain/people/on-file.tsx'
import { Page } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { activityCodesQuery } from '../../domain/recording/queries.ts'
import { RequireRole } from '../../domain/session/require-role.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useStrayDrops } from '../../ui/use-stray-drops.ts'
import { count, fileSize } from '../../ui/words/numbers.ts'
import { ColumnsForm } from './columns-form.tsx'
import { ConversionResult } from './conversion-result.tsx'
import { KnownExports } from './known-exports.tsx'
import { useConversion, type ConversionState } from './use-conversion.ts'
import classes from './event-converter.module.css'

/** An event platform's list of attendees becomes engagements. The file is read on this computer. */
export function EventConverterPage() {
  return (
    <RequireRole role="staff">
      <EventConverter />
    </RequireRole>
  )
}

function EventConverter() {
  const conversion = useConversion()
  const isEmpty = useHasNoAlumni()
  const { file, progress, columns, summary, recorded, refusal } = conversion
  const page = useQuery(activityCodesQuery)
  useStrayDrops()
  const isChosen = summary?.waiting.some(({ chosen }) => chosen !== undefined) ?? false
  const isUnsaved = progress?.words === 'recording' || (isChosen && !recorded)
  useUnsaved(isUnsaved, 'What you chose is kept only while this page is open. Leave it?')
  useHandedFile('/tools/event_converter', (opened) => {
    if (!isUnsaved || confirm(`What you chose for this file is not recorded. Open ${opened.name} instead?`))
      conversion.open(opened)
  })
  return (
    <Page
      title="Event converter"
      about="Make engagements from the list of attendees that an event platform exports. The file stays on this computer: only e-mail addresses are looked up."
      actions={
        file && (
          <Button variant="default" onClick={conversion.close}>
            {progress ? 'Cancel' : 'Another file'}
          </Button>
        )
      }
    >
      {isEmpty && <NoAlumniYet>Attendees are recognised by the addresses of the people on file.</NoAlumniYet>}
      {refusal && (
        <div className={classes.refusal}>
          <Sentence tone="bad" isAlert title={refusal.name}>
            {refusal.sentence}
          </Sentence>
        </div>
      )}
      {!file && (
        <div className={classes.start}>
          <FileDrop
            icon={IconFileImport}
            words="Drop a list of attendees here"
            hint="CSV from Eventbrite, Zoom, Google Forms, Localist, Luma, Cvent or anything else, of any size."
            label="List of attendees (CSV)"
            onFile={conversion.open}
          />
          <KnownExports />
        </div>
      )}
      {file && (
        <p className={classes.fileLine}>
          <strong>{file.name}</strong>
          <span className="muted">
            {[summary?.format, fileSize(file.size), summary && `${count(summary.totals.rows)} lines`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      )}
      {progress && <Working progress={progress} />}
      {columns && !progress && (
        <ColumnsForm
          key={columns.headerKey}
          needed={columns}
          onChoose={(mapping) => conversion.chooseColumns(columns.headerKey, mapping)}
        />
      )}
      {summary && (progress === undefined || progress.words === 'recording') && (
        <ConversionResult conversion={conversion} summary={summary} activityCodes={page.data?.activity_codes ?? []} />
      )}
    </Page>
  )
}

function Working({ progress: { words, done, of, rows } }: { progress: NonNullable<ConversionState['progress']> }) {
  const labels = { reading: 'Reading the file', matching: 'Looking addresses up', recording: 'Recording engagements' }
  return (
    <div className={classes.working}>
      <ProgressBar label={labels[words]} percent={of > 0 ? Math.min(100, Math.floor((done / of) * 100)) : null} />
      <p className="muted" role="status">
        {words === 'reading'
          ? `Reading the file: ${done}%${rows > 0 ? `, ${count(rows)} lines` : ''}`
          : `${labels[words]}: ${count(done)} of ${count(of)}`}
      </p>
    </div>
  )
}
