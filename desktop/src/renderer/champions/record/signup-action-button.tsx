import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { HttpError } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Dialog } from '../../ui/form/dialog.tsx'
import { notifySuccess, type Notice } from '../../ui/notify.tsx'
import { PathLink } from '../../ui/page/path-link.tsx'
import { useSignupAction, type SignupAction } from './queries.ts'

type SignupActionButtonProps = Omit<ButtonProps, 'onClick' | 'ref'> & {
  signup: number
  action: SignupAction
  asks: { title: string; confirm: string; body: ReactNode; isDangerous?: boolean }
  /** Returns what a toast shows once it is done. */
  done?: (page: SignupPage) => Notice | string
}

/** A button that asks before it does something with a signup; a refusal stays to be read. */
export function SignupActionButton({ signup, action, asks, done, ...button }: SignupActionButtonProps) {
  const [isAsking, { open, close }] = useDisclosure()
  const { mutate, error, isPending } = useSignupAction(signup, (page) => {
    if (done) notifySuccess(done(page))
    close()
  })
  return (
    <>
      <Button variant="default" {...button} onClick={open} />
      <Dialog
        title={asks.title}
        isOpen={isAsking}
        onClose={close}
        submit={asks.confirm}
        isDangerous={asks.isDangerous ?? false}
        onSubmit={() => mutate(action)}
        isPending={isPending}
        focus="cancel"
      >
        {error && <Refusal error={error} />}
        {typeof asks.body === 'string' ? <p>{asks.body}</p> : asks.body}
      </Dialog>
    </>
  )
}

const links = z.object({ links: z.object({ self: z.string().optional(), merge: z.string().optional() }) })

/** Why nothing was done, and the ways on that the server names. */
export function Refusal({ error }: { error: Error }) {
  const { self, merge } = (error instanceof HttpError && links.safeParse(error.body).data?.links) || {}
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
