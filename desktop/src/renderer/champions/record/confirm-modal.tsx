import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { HttpError } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { PathLink } from '../../ui/page/path-link.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSignupAction, type SignupAction } from './queries.ts'

type ConfirmModalProps = {
  isOpen: boolean
  title: string
  /** Explains what the action will do. */
  children: ReactNode
  confirm: string
  isDangerous?: boolean
  action: { error: Error | null; isPending: boolean }
  onConfirm: () => void
  onClose: () => void
}

/** Says what will happen, then does it; a refusal stays to be read. */
export function ConfirmModal({
  children,
  confirm,
  action: { error, isPending },
  onConfirm,
  ...dialog
}: ConfirmModalProps) {
  return (
    <Dialog
      {...dialog}
      cancel={error ? 'Close' : 'Not now'}
      submit={confirm}
      onSubmit={onConfirm}
      isPending={isPending}
      focus="cancel"
    >
      {error && <Refusal error={error} />}
      {children}
    </Dialog>
  )
}

type SignupConfirmProps = Omit<ConfirmModalProps, 'action' | 'onConfirm'> & {
  signup: number
  action: SignupAction
  /** A toast shows this once it is done. */
  done?: string
}

/** The same for what is done with a signup by one request. */
export function ConfirmSignupAction({ signup, action, done, ...modal }: SignupConfirmProps) {
  const run = useSignupAction(signup, () => {
    if (done) notifyDone(done)
    modal.onClose()
  })
  return <ConfirmModal {...modal} action={run} onConfirm={() => run.mutate(action)} />
}

/** Why nothing was done, and the ways on that the server names. */
export function Refusal({ error }: { error: Error }) {
  const { merge, self } = linksOf(error)
  return (
    <Alert tone="bad" isAlert title="Nothing has been done">
      <p>{error.message}</p>
      {self && (
        <p>
          <Link to="/champion_signups/$id" params={{ id: self.split('/').at(-1)! }}>
            Open the other signup
          </Link>
        </p>
      )}
      {merge && <CompareLink merge={merge} />}
    </Alert>
  )
}

/** The way to both signups side by side; the server names the address. */
export function CompareLink({ merge }: { merge: string }) {
  return (
    <p>
      <PathLink path={merge}>Compare and merge</PathLink>
    </p>
  )
}

const links = z.object({ links: z.object({ self: z.string().optional(), merge: z.string().optional() }) })

function linksOf(error: Error): { self?: string | undefined; merge?: string | undefined } {
  if (!(error instanceof HttpError)) return {}
  return links.safeParse(error.body).data?.links ?? {}
}
