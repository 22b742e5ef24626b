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
  confirmation: { title: string; confirm: string; body: ReactNode; isDangerous?: boolean }
  successNotice?: (page: SignupPage) => Notice | string
}

/** Sends an action once the user confirms it. Shows a refusal in the dialog. */
export function SignupActionButton(props: SignupActionButtonProps) {
  const { signup, action, confirmation, successNotice, ...button } = props
  const [isOpen, { open, close }] = useDisclosure()
  const { mutate, error, isPending } = useSignupAction(signup, (page) => {
    if (successNotice) notifySuccess(successNotice(page))
    close()
  })
  return (
    <>
      <Button variant="default" {...button} onClick={open} />
      <Dialog
        title={confirmation.title}
        isOpen={isOpen}
        onClose={close}
        submit={confirmation.confirm}
        isDangerous={confirmation.isDangerous ?? false}
        onSubmit={() => mutate(action)}
        isPending={isPending}
        focus="cancel"
      >
        {error && <SignupRefusalAlert error={error} />}
        {typeof confirmation.body === 'string' ? <p>{confirmation.body}</p> : confirmation.body}
      </Dialog>
    </>
  )
}

const links = z.object({ links: z.object({ self: z.string().optional(), merge: z.string().optional() }) })

export function SignupRefusalAlert({ error }: { error: Error }) {
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

export function CompareLink({ merge }: { merge: string }) {
  return (
    <p>
      <PathLink path={merge}>Compare and merge</PathLink>
    </p>
  )
}
