import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../ui/page/card.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { ConfirmSignupAction } from './confirm-modal.tsx'

type Asked = { path: string; title: string; confirm: string; warning: string }

/** How they come in: browsers that are signed in, devices that know them, and Google; each can be ended. */
export function AccessCard({ page: { signup, devices, sessions } }: { page: SignupPage }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isOpen, setOpen] = useState(false)
  const ask = (what: Asked) => () => {
    setAsked(what)
    setOpen(true)
  }
  const isActive = signup.standing === 'active'
  const hasAny = devices.length + sessions > 0
  return (
    <Card
      title="Sign-in"
      actions={
        isActive &&
        hasAny && (
          <Button variant="default" size="compact-sm" onClick={ask(everywhere)}>
            Sign out everywhere
          </Button>
        )
      }
    >
      <p>{sessions === 0 ? 'Not signed in now.' : `Signed in on ${countOf(sessions, ['browser', 'browsers'])}.`}</p>
      <ul className="rows">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onForget={isActive ? ask : undefined} />
        ))}
        <li>
          <span className="split">
            <strong>Google</strong>
            {signup.google_linked_at && isActive ? (
              <Button variant="default" size="compact-xs" aria-label="Unlink Google" onClick={ask(google)}>
                Unlink
              </Button>
            ) : (
              !signup.google_linked_at && <span className="fact">Not linked</span>
            )}
          </span>
          {signup.google_linked_at && (
            <span className="fact">
              Linked <When at={signup.google_linked_at} />
            </span>
          )}
        </li>
      </ul>
      {asked && (
        <ConfirmSignupAction
          key={asked.path}
          signup={signup.id}
          action={{ path: asked.path, method: 'DELETE' }}
          isOpen={isOpen}
          title={asked.title}
          confirm={asked.confirm}
          isDangerous
          onClose={() => setOpen(false)}
        >
          <p>{asked.warning}</p>
        </ConfirmSignupAction>
      )}
    </Card>
  )
}

type DeviceRowProps = { device: SignupPage['devices'][number]; onForget: ((what: Asked) => () => void) | undefined }

function DeviceRow({ device: { id, name, created_at, used_at }, onForget }: DeviceRowProps) {
  return (
    <li>
      <span className="split">
        <strong>{name}</strong>
        {onForget && (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Forget ${name}`}
            onClick={onForget({
              path: `/devices/${id}`,
              title: `Forget ${name}?`,
              confirm: 'Forget the device',
              warning:
                'Anyone signed in on this device is signed out, and the device no longer remembers them. They can sign in again by e-mail.',
            })}
          >
            Forget
          </Button>
        )}
      </span>
      <span className="fact">
        Remembered <When at={created_at} /> · last used <When at={used_at} />
      </span>
    </li>
  )
}

const everywhere: Asked = {
  path: '/devices',
  title: 'Sign them out everywhere?',
  confirm: 'Sign out everywhere',
  warning:
    'Every browser is signed out, every device is forgotten, and sign-in e-mails already sent stop working. They can sign in again by e-mail.',
}
const google: Asked = {
  path: '/google',
  title: 'Unlink the Google account?',
  confirm: 'Unlink Google',
  warning:
    'The owner of that Google account can no longer sign in with it, and every browser is signed out. Devices stay remembered. They can sign in by e-mail and link Google again.',
}
