import { textPreviewReply } from '@alumni/shared/publications/publications'
import { ActionIcon, Group, Input, SegmentedControl, Stack, Table, Textarea, Tooltip } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconHelp, IconPhoto, type Icon } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { insertTextIntoField } from 'text-field-edit'
import { request } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { LimitedInput } from '../../ui/form/limited-input.tsx'
import { TheirValue } from '../../ui/form/edit-form.tsx'
import { useFields } from './fields.tsx'
import { markdownTools } from './markdown-tools.ts'
import { PhotoChoice, photoHint, usePhotoUpload } from './photo-field.tsx'
import classes from './form.module.css'

/** A text in Markdown, and how the alumni's site shows it: the server that renders the site renders the preview. */
export function MarkdownField() {
  const form = useFields()
  const [view, setView] = useState('write')
  const [isPictureAsked, setPictureAsked] = useState(false)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const text = String(form.typed.body)
  const theirs = form.theirsOf('body')

  function onKey(event: KeyboardEvent) {
    const tool = markdownTools.find(({ key }) => key === event.key.toLowerCase())
    if (!tool || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !field.current) return
    event.preventDefault()
    // Ctrl+K opens the palette elsewhere.
    event.stopPropagation()
    tool.use(field.current)
  }

  return (
    <Stack className={classes.wide} gap={6}>
      <Group justify="space-between" wrap="nowrap" gap={12}>
        <Input.Label htmlFor={id} size="sm">
          Text
        </Input.Label>
        <SegmentedControl
          size="xs"
          aria-label="Text: write or preview"
          data={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
          value={view}
          onChange={setView}
        />
      </Group>
      {view === 'write' ? (
        <>
          <Group gap={2} role="group" aria-label="Write into text">
            {markdownTools.map(({ name, icon, key, use }) => (
              <ToolButton
                key={name}
                name={key ? `${name} (Ctrl+${key.toUpperCase()})` : name}
                icon={icon}
                onPress={() => field.current && use(field.current)}
              />
            ))}
            <ToolButton name="Picture" icon={IconPhoto} onPress={() => setPictureAsked(true)} />
            <ToolButton name="How to write" icon={IconHelp} onPress={explainMarkdown} />
          </Group>
          <Textarea
            ref={field}
            id={id}
            size="sm"
            autosize
            minRows={10}
            maxRows={24}
            error={form.wrong.body}
            value={text}
            onChange={(event) => form.set('body', event.currentTarget.value)}
            onKeyDown={onKey}
          />
        </>
      ) : (
        <Preview text={text} />
      )}
      {isPictureAsked && (
        <PictureDialog
          onClose={() => setPictureAsked(false)}
          onPicture={(markdown) => {
            setPictureAsked(false)
            if (field.current) insertTextIntoField(field.current, markdown)
          }}
        />
      )}
      {theirs !== undefined && (
        <TheirValue field="Text" value={String(theirs) || null} onTake={() => form.set('body', theirs)} />
      )}
    </Stack>
  )
}

function ToolButton({ name, icon: Picture, onPress }: { name: string; icon: Icon; onPress: () => void }) {
  return (
    <Tooltip label={name}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={name} onClick={onPress}>
        <Picture size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

function Preview({ text }: { text: string }) {
  const preview = useQuery({
    queryKey: ['text-preview', text],
    queryFn: ({ signal }) =>
      request('/champion_signups/text_previews', textPreviewReply, { method: 'POST', body: { text }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (preview.error) return <Alert tone="bad">{preview.error.message}</Alert>
  return <Prose html={text.trim() === '' ? '' : (preview.data?.html ?? '')} />
}

const examples = [
  ['## What to bring', 'A heading within the text'],
  ['Bring **shoes** and *patience*.', 'Bold, and italic'],
  ['[See the map](https://example.edu/map)', 'Words that are a link'],
  ['- Soup\n- Bread', 'A list: one line each'],
  ['1. Come\n2. Stay', 'A numbered list'],
  ['> “It was the best winter.”', 'Someone’s words, set apart'],
  ['![Rowers at dawn](/photos/…)', 'A photo: the picture button uploads it and writes this'],
] as const

/** Uploads a photo for a text, with the words for those who cannot see it. */
function PictureDialog({ onPicture, onClose }: { onPicture: (markdown: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [words, setWords] = useState('')
  const [isAsked, setAsked] = useState(false)
  const upload = usePhotoUpload(setName)
  // These would end the text early.
  const alt = words.replace(/[[\]\n]/g, ' ').trim()
  return (
    <Dialog
      title="A picture in the text"
      onClose={onClose}
      submit="Insert"
      isDisabled={!name}
      onSubmit={() => {
        setAsked(true)
        if (alt) onPicture(`\n\n![${alt}](/photos/${name})\n\n`)
      }}
    >
      <PhotoChoice name={name} alt={alt} upload={upload} />
      <p className="muted">{photoHint}</p>
      {upload.error && (
        <Alert tone="bad" isAlert>
          {upload.error.message}
        </Alert>
      )}
      <LimitedInput
        label="What it shows"
        description="Read aloud to people who cannot see it."
        error={isAsked && !alt && 'Describe the picture.'}
        limit={200}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </Dialog>
  )
}

/** Shows the syntax with examples. */
function explainMarkdown(): void {
  modals.open({
    title: 'How to write',
    size: 'lg',
    children: (
      <>
        <p className="muted">A blank line starts a new paragraph. A few signs do the rest:</p>
        <Table
          fz="inherit"
          data={{
            head: ['You write', 'It becomes'],
            body: examples.map(([written, becomes]) => [
              <code key={written} style={{ whiteSpace: 'pre-wrap' }}>
                {written}
              </code>,
              becomes,
            ]),
          }}
        />
        <p className="muted">You do not need HTML; most of it is removed.</p>
      </>
    ),
  })
}

/** A text as the alumni's site shows it. The server has made the HTML safe, as it does for that site. */
export function Prose({ html }: { html: string }) {
  if (html === '') return <div className={classes.paper}>There is no text yet.</div>
  return <div className={classes.paper} data-prose dangerouslySetInnerHTML={{ __html: html }} />
}
