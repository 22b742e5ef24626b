import { coverageForm, giftColumns, givingPreview, givingUrl, type GivingPage } from '@alumni/shared/exchange/giving'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FileUpload } from '../../domain/files/file-upload.tsx'
import { readHanded, useHandedFile } from '../../ui/handed-file.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { shortDay } from '../../ui/words/days.ts'
import { fileSize } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { History } from './history.tsx'
import { WindowForm } from './window-form.tsx'
import classes from './giving.module.css'

/** Say what the file covers, then drop it. */
export function NewImport({ page, isStale }: { page: GivingPage; isStale: boolean }) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        {!page.has_crm_ids && <NoCrmIds />}
        {page.waiting.map((preview) => (
          <Waiting key={preview.id} preview={preview} />
        ))}
        <WindowAndFile page={page} />
      </div>
      <AboutTheFile />
      <div className={classes.history}>
        <History page={page} isStale={isStale} />
      </div>
    </div>
  )
}

export function NoCrmIds() {
  return (
    <Sentence
      tone="warn"
      title="No alumnus has a CRM id yet"
      actions={
        <Link to="/settings/imports/$type" params={{ type: 'contacts' }} search={{ page: 1 }}>
          Import contacts
        </Link>
      }
    >
      Every line would be reported as an unmatched contact ID. Import contacts with their CRM ids first.
    </Sentence>
  )
}

function Waiting({ preview }: { preview: GivingPage['waiting'][number] }) {
  return (
    <Sentence
      tone="info"
      title="A preview of yours waits"
      actions={
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to={givingUrl} search={{ preview_id: preview.id, page: 1 }} {...props} />}
        >
          Continue
        </Button>
      }
    >
      {shortDay(preview.coverage_start)} to {shortDay(preview.coverage_end)}, uploaded <When at={preview.uploaded_at} />
      .
    </Sentence>
  )
}

function WindowAndFile({ page }: { page: GivingPage }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [window, setWindow] = useState({ coverage_start: '', coverage_end: '' })
  const parsed = useMemo(() => coverageForm.safeParse(window), [window])
  const [handed, setHanded] = useState<File>()
  const [unreadable, setUnreadable] = useState<string>()
  useHandedFile(givingUrl, (file) => {
    readHanded(file).then(setHanded, (error: Error) => setUnreadable(error.message))
  })
  return (
    <>
      <section className={classes.step} aria-labelledby="window">
        <h2 id="window">1. Which days does the file cover?</h2>
        <WindowForm page={page} window={window} parsed={parsed} onChange={setWindow} />
      </section>
      <section className={classes.step} aria-labelledby="file">
        <h2 id="file">2. The file</h2>
        {unreadable && (
          <Sentence tone="bad" isAlert>
            {unreadable}
          </Sentence>
        )}
        {parsed.success ? (
          <FileUpload
            url={givingUrl}
            reply={givingPreview}
            fields={parsed.data}
            maxUploadMb={page.max_upload_mb}
            hint={`Up to ${fileSize(page.max_upload_mb * 1024 * 1024)}. You see every year before anything is changed.`}
            label="CSV file with gifts"
            handed={handed}
            checking="All sent. The gifts are compared with those on file…"
            onAccepted={({ id }) => {
              void queryClient.invalidateQueries({ queryKey: ['giving'] })
              void navigate({ to: givingUrl, search: { preview_id: id, page: 1 }, ignoreBlocker: true })
            }}
          />
        ) : (
          <p className={classes.locked}>
            {handed && <strong>{handed.name} is ready. </strong>}
            First say which days the file covers: gifts are replaced for these days alone.
          </p>
        )}
      </section>
    </>
  )
}

function AboutTheFile() {
  return (
    <aside className={classes.aside} aria-label="About the file">
      <section className={classes.panel}>
        <h2>What the file must contain</h2>
        <ul className={classes.chips}>
          {Object.values(giftColumns).map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
        <p className="muted">
          One line a gift. Every other column, amounts above all, is dropped while the file arrives. The file itself is
          not kept.
        </p>
      </section>
      <section className={classes.panel}>
        <h2>What is replaced</h2>
        <p className="muted">
          Whole fiscal years only. A finished year must be covered to its last day, the year in progress to within 45
          days of today. In the years that are covered, the gifts on file give way to those of the file; all other years
          stay as they are.
        </p>
      </section>
    </aside>
  )
}
