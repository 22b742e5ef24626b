import { textPreviewReply } from '@alumni/shared/publications/publications'
import { ActionIcon, Group, Input, SegmentedControl, Stack, Table, Textarea, Tooltip } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconHelp, IconPhoto, type Icon } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { insertTextIntoField } from 'text-field-edit'
import { request } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { TheirValue } from '../../ui/form/edit-form.tsx'
import { markdownTools } from './markdown-tools.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { Prose } from './prose.tsx'
import type { PublicationForm } from './use-publication-form.ts'
import classes from './form.module.css'

/** A text in Markdown, and how the alumni's site shows it: the server that renders the site renders the preview. */
export function MarkdownField({ form, name, label }: { form: PublicationForm; name: string; label: string }) {
  const [view, setView] = useState('write')
  const [isPictureAsked, setPictureAsked] = useState(false)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const text = String(form.typed[name])
  const theirs = form.theirsOf(name)

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
          {label}
        </Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={`${label}: write or preview`}
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
          <Group gap={2} role="group" aria-label={`Write into ${label.toLowerCase()}`}>
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
            error={form.wrong[name]}
            value={text}
            onChange={(event) => form.set(name, event.currentTarget.value)}
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
        <TheirValue field={label} value={String(theirs) || null} onTake={() => form.set(name, theirs)} />
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
