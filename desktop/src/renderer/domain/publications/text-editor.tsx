import { ActionIcon, Group, Input, TextInput, Tooltip } from '@mantine/core'
import {
  IconBold,
  IconH2,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconQuote,
  type Icon,
} from '@tabler/icons-react'
import type { Node } from '@tiptap/pm/model'
import { EditorContent, useEditor, useEditorState, type ChainedCommands, type Editor } from '@tiptap/react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { ConflictingValue } from '../../ui/form/edit-form.tsx'
import { buildLimitProps, LimitedInput } from '../../ui/form/limited-input.tsx'
import { cleanHtml } from './clean-html.ts'
import { usePublicationFormContext } from './fields.tsx'
import { PhotoChoice, photoHint, usePhotoUpload } from './photo-field.tsx'
import { fromMarkdown, toMarkdown } from './text-markdown.ts'
import { isAllowedAddress, textExtensions } from './text-schema.ts'
import classes from './form.module.css'

export function TextEditor() {
  const form = usePublicationFormContext()
  const text = String(form.values.body)
  const conflicting = form.conflictingValueOf('body')
  const [openDialog, setOpenDialog] = useState<'link' | 'picture' | null>(null)
  const [labelId, errorId] = [useId(), useId()]
  // The text as opened. As long as the content equals it, the original Markdown is kept.
  const opened = useRef<{ text: string; document: Node }>(null)
  const lastText = useRef(text)
  const { error, inputContainer } = buildLimitProps(20_000, {
    value: text,
    error: form.errors.body,
    inputContainer: (input) => (
      <>
        {input}
        {conflicting !== undefined && (
          <ConflictingValue
            field="Text"
            value={String(conflicting) || null}
            onUse={() => form.set('body', conflicting)}
          />
        )}
      </>
    ),
  })
  const [content] = useState(() => fromMarkdown(text).toJSON())
  const editor = useEditor({
    extensions: textExtensions,
    content,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        ...(error ? { 'aria-invalid': 'true', 'aria-describedby': errorId } : {}),
        class: classes.paper!,
        'data-prose': '',
      },
      transformPastedHTML: cleanHtml,
      handleKeyDown(_, event) {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
        // Elsewhere, Ctrl+K opens the palette.
        event.stopPropagation()
        setOpenDialog('link')
        return true
      },
    },
    onUpdate({ editor: { state } }) {
      lastText.current = opened.current?.document.eq(state.doc) ? opened.current.text : toMarkdown(state.doc)
      form.set('body', lastText.current)
    },
  })
  useEffect(() => {
    if (opened.current && text === lastText.current) return
    if (opened.current) editor.commands.setContent(fromMarkdown(text).toJSON(), { emitUpdate: false })
    lastText.current = text
    opened.current = { text, document: editor.state.doc }
  }, [editor, text])

  return (
    <Input.Wrapper
      className={classes.wide}
      label="Text"
      labelElement="div"
      labelProps={{ id: labelId, onClick: () => editor.commands.focus() }}
      error={error}
      errorProps={{ id: errorId }}
      inputContainer={inputContainer}
    >
      <Tools editor={editor} onAsk={setOpenDialog} />
      <EditorContent editor={editor} className={classes.editor} data-invalid={!!error || undefined} />
      {openDialog === 'link' && <LinkDialog editor={editor} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'picture' && <PictureDialog editor={editor} onClose={() => setOpenDialog(null)} />}
    </Input.Wrapper>
  )
}

type Tool = {
  name: string
  icon: Icon
  mark: string
  attributes?: object
  toggle: (chain: ChainedCommands) => ChainedCommands
}

const tools: readonly Tool[] = [
  {
    name: 'Heading',
    icon: IconH2,
    mark: 'heading',
    attributes: { level: 2 },
    toggle: (chain) => chain.toggleHeading({ level: 2 }),
  },
  { name: 'Bold (Ctrl+B)', icon: IconBold, mark: 'bold', toggle: (chain) => chain.toggleBold() },
  { name: 'Italic (Ctrl+I)', icon: IconItalic, mark: 'italic', toggle: (chain) => chain.toggleItalic() },
  { name: 'List', icon: IconList, mark: 'bulletList', toggle: (chain) => chain.toggleBulletList() },
  { name: 'Numbered list', icon: IconListNumbers, mark: 'orderedList', toggle: (chain) => chain.toggleOrderedList() },
  { name: 'Quote', icon: IconQuote, mark: 'blockquote', toggle: (chain) => chain.toggleBlockquote() },
]

function Tools({ editor, onAsk }: { editor: Editor; onAsk: (what: 'link' | 'picture') => void }) {
  const active = useEditorState({
    editor,
    selector: ({ editor }) =>
      Object.fromEntries([
        ...tools.map(({ mark, attributes }) => [mark, editor.isActive(mark, attributes)]),
        ['link', editor.isActive('link')],
      ]) as Record<string, boolean>,
  })
  return (
    <Group gap={2} my={4} role="group" aria-label="Format the text">
      {tools.map(({ name, icon, mark, toggle }) => (
        <ToolButton
          key={mark}
          name={name}
          icon={icon}
          isOn={active[mark]}
          onPress={() => toggle(editor.chain().focus()).run()}
        />
      ))}
      <ToolButton name="Link (Ctrl+K)" icon={IconLink} isOn={active.link} onPress={() => onAsk('link')} />
      <ToolButton name="Picture" icon={IconPhoto} onPress={() => onAsk('picture')} />
    </Group>
  )
}

type ToolButtonProps = { name: string; icon: Icon; isOn?: boolean | undefined; onPress: () => void }

function ToolButton({ name, icon: Picture, isOn, onPress }: ToolButtonProps) {
  return (
    <Tooltip label={name}>
      <ActionIcon
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        size={32}
        aria-label={name}
        aria-pressed={isOn}
        // Keeps the selection in the editor.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
      >
        <Picture size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

type DialogProps = { editor: Editor; onClose: () => void }

/** Links the selected words, or inserts the address if nothing is selected; an empty address removes the link. */
function LinkDialog({ editor, onClose }: DialogProps) {
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''))
  const [error, setError] = useState<ReactNode>(null)
  function save() {
    const text = address.trim()
    const href =
      /^[^\s@]+@[^\s@]+$/.test(text) && !text.includes(':')
        ? `mailto:${text}`
        : text.replace(/^(?=[\w-]+\.[^:]*$)/, 'https://')
    if (href && (!isAllowedAddress(href) || /\s/.test(href)))
      return setError('Enter an address such as https://example.edu.')
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  return (
    <Dialog title="Link" onClose={onClose} submit="Save link" onSubmit={save}>
      <TextInput
        label="Address"
        description="Leave empty for no link."
        placeholder="https://"
        data-autofocus
        error={error}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
    </Dialog>
  )
}

function PictureDialog({ editor, onClose }: DialogProps) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const upload = usePhotoUpload(setName)
  const alt = description.trim()
  return (
    <Dialog
      title="A picture in the text"
      onClose={onClose}
      submit="Insert"
      isDisabled={!name}
      onSubmit={() => {
        setSubmitted(true)
        if (!alt) return
        editor.chain().focus().insertContent({ type: 'photo', attrs: { name, alt } }).run()
        onClose()
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
        error={isSubmitted && !alt && 'Describe the picture.'}
        limit={200}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </Dialog>
  )
}
