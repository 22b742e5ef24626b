import { Button, Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { HttpError } from '../../http.ts'
import { Sentence } from '../../ui/sentence.tsx'
import modal from '../../ui/modal.module.css'

type ConfirmModalProps = {
  isOpen: boolean
  title: string
  /** What the action does, before it does it. */
  children: ReactNode
  confirm: string
  isDangerous?: boolean
  isPending: boolean
  error: Error | null
  onConfirm: () => void
  onClose: () => void
}

/** Says what will happen, then does it; a refusal stays to be read. */
export function ConfirmModal({
  isOpen,
  title,
  children,
  confirm,
  isDangerous = false,
  isPending,
  error,
  onConfirm,
  onClose,
}: ConfirmModalProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered>
      <div className={modal.form}>
        {error && <Refusal error={error} />}
        {children}
        <div className={modal.buttons}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {error ? 'Close' : 'Not now'}
          </Button>
          <Button color={isDangerous ? 'red' : undefined} loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** Why nothing was done, and the ways on that the server names. */
export function Refusal({ error }: { error: Error }) {
  const { merge, self } = linksOf(error)
  return (
    <Sentence tone="bad" isAlert title="Nothing has been done">
      <p>{error.message}</p>
      {self && (
        <p>
          <Link to={self as never}>Open the other signup</Link>
        </p>
      )}
      {merge && (
        <p>
          <Link to={'/champion_signups/duplicates' as never} search={{ ids: merge.split('ids=')[1] } as never}>
            Compare and merge
          </Link>
        </p>
      )}
    </Sentence>
  )
}

const links = z.object({ links: z.object({ self: z.string().optional(), merge: z.string().optional() }) })

function linksOf(error: Error): { self?: string | undefined; merge?: string | undefined } {
  if (!(error instanceof HttpError)) return {}
  return links.safeParse(error.body).data?.links ?? {}
}
