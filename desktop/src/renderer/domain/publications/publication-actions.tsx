import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { ConfirmModal } from './confirm-modal.tsx'
import type { PublicationDelete, PublicationMove } from './mutations.ts'
import { PublishModal } from './publish-modal.tsx'
import { notifyDone } from '../../ui/notify.tsx'

type Words = { title: string; action: string; done: string; isDangerous?: boolean }
/** What every kind can do; each adds its own. */
type Common = 'publish' | 'schedule' | 'unpublish'

type PublicationActionsProps<Name extends string> = {
  record: {
    version: number
    state: string
    published_at: string | null
    clock_zone: string
    moves: readonly (Name | Common)[]
  }
  /** Such as `event`. */
  noun: string
  move: PublicationMove
  remove: PublicationDelete
  /** Moves of this kind alone, as buttons, with their words. */
  own?: Record<Name, Words & { button: string }>
  /** What a move or a deletion brings about, in words. */
  renderConsequences: (asked: Name | 'publish' | 'unpublish' | 'delete') => ReactNode
  /** Null: it can no longer be edited. */
  renderEdit: ((props: object) => ReactElement) | null
  canDelete: boolean
  onDeleted: () => void
  onCopy: () => void
  /** What else stands among the buttons, and in the menu. */
  buttons?: ReactNode
  items?: ReactNode
}

function commonWords(noun: string, isDraft: boolean) {
  return {
    unpublish: { title: 'Take it off the site?', action: 'Take it off', done: 'It is a draft again.' },
    delete: {
      title: isDraft ? 'Delete this draft?' : `Delete this ${noun}?`,
      action: 'Delete it',
      done: 'It is deleted.',
      isDangerous: true,
    },
  } satisfies Record<string, Words>
}

/** Publishing, editing, and what else can be done with something that staff have written. */
export function PublicationActions<Name extends string = never>(props: PublicationActionsProps<Name>) {
  const { record, noun, move, remove, own, renderConsequences, renderEdit } = props
  const [asked, setAsked] = useState<Name | Common | 'delete' | null>(null)
  const close = () => setAsked(null)
  const can = (one: Name | Common) => record.moves.includes(one)
  const ownMoves = own ? (Object.keys(own) as Name[]).filter(can) : []
  const wordsOf: Record<string, Words> = { ...commonWords(noun, record.state === 'draft'), ...own }

  function confirm() {
    if (asked === 'delete')
      remove.mutate(record.version, {
        onSuccess() {
          notifyDone(wordsOf.delete!.done)
          props.onDeleted()
        },
        onError: close,
      })
    else if (asked)
      move.mutate({ move: asked }, { onSuccess: () => notifyDone(wordsOf[asked]!.done), onSettled: close })
  }

  const words = asked && asked !== 'publish' ? wordsOf[asked] : undefined
  return (
    <>
      {can('publish') && (
        <Button onClick={() => setAsked('publish')}>
          {record.state === 'scheduled' ? 'Publish or reschedule…' : 'Publish…'}
        </Button>
      )}
      {props.buttons}
      {renderEdit && (
        <Button variant="default" renderRoot={renderEdit}>
          Edit
        </Button>
      )}
      {ownMoves.map((one) => (
        <Button key={one} variant="default" onClick={() => setAsked(one)}>
          {own![one].button}
        </Button>
      ))}
      <MoreActions
        noun={noun}
        state={record.state}
        canUnpublish={can('unpublish')}
        canDelete={props.canDelete}
        onCopy={props.onCopy}
        onAsk={setAsked}
      >
        {props.items}
      </MoreActions>
      {asked === 'publish' && (
        <PublishModal noun={noun} record={record} move={move} onClose={close}>
          {renderConsequences('publish')}
        </PublishModal>
      )}
      {words && (
        <ConfirmModal
          isOpen
          title={words.title}
          action={words.action}
          isDangerous={words.isDangerous ?? false}
          isPending={move.isPending || remove.isPending}
          onConfirm={confirm}
          onClose={close}
        >
          {renderConsequences(asked as Name | 'unpublish' | 'delete')}
        </ConfirmModal>
      )}
    </>
  )
}

type MoreActionsProps = {
  noun: string
  state: string
  canUnpublish: boolean
  canDelete: boolean
  onCopy: () => void
  onAsk: (action: 'unpublish' | 'delete') => void
  children?: ReactNode
}

function MoreActions({ noun, state, canUnpublish, canDelete, onCopy, onAsk, children }: MoreActionsProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More actions">
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />} onClick={onCopy}>
          Write another like this
        </Menu.Item>
        {children}
        {canUnpublish && (
          <Menu.Item leftSection={<IconEyeOff size={16} stroke={1.6} aria-hidden />} onClick={() => onAsk('unpublish')}>
            {state === 'scheduled' ? 'Make it a draft again…' : 'Take off the site…'}
          </Menu.Item>
        )}
        {canDelete && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
            onClick={() => onAsk('delete')}
          >
            {state === 'draft' ? 'Delete this draft…' : `Delete this ${noun}…`}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
