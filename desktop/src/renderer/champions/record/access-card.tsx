import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { Card } from '../../ui/page/card.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { SignupActionButton } from './signup-action-button.tsx'

export function hasAccess({ signup, devices, sessions }: SignupPage): boolean {
  return devices.length + sessions > 0 || signup.google_linked_at !== null
}

export function AccessCard({ page }: { page: SignupPage }) {
  const { signup, devices, sessions } = page
  const isActive = signup.condition === 'active'
  if (!hasAccess(page)) return null
  return (
    <Card
      title="Sign-in"
      actions={
        isActive &&
        devices.length + sessions > 0 && (
          <SignupActionButton
            size="compact-sm"
            signup={signup.id}
            action={{ path: '/devices', method: 'DELETE' }}
            confirmation={{
              title: 'Sign them out everywhere?',
              confirm: 'Sign out everywhere',
              isDangerous: true,
              body: 'Every browser is signed out, every device is forgotten, and sign-in e-mails already sent stop working. They can sign in again by e-mail.',
            }}
          >
            Sign out everywhere
          </SignupActionButton>
        )
      }
    >
      <p>{sessions === 0 ? 'Not signed in now.' : `Signed in on ${formatCount(sessions, ['browser', 'browsers'])}.`}</p>
      <ul className="rows">
        {devices.map((device) => (
          <DeviceRow key={device.id} signup={signup} device={device} />
        ))}
        {signup.google_linked_at && (
          <li>
            <span className="split">
              <strong>Google</strong>
              {isActive && (
                <SignupActionButton
                  size="compact-xs"
                  aria-label="Unlink Google"
                  signup={signup.id}
                  action={{ path: '/google', method: 'DELETE' }}
                  confirmation={{
                    title: 'Unlink the Google account?',
                    confirm: 'Unlink Google',
                    isDangerous: true,
                    body: 'The owner of that Google account can no longer sign in with it, and every browser is signed out. Devices stay remembered. They can sign in by e-mail and link Google again.',
                  }}
                >
                  Unlink
                </SignupActionButton>
              )}
            </span>
            <span className="fact">
              Linked <RelativeTime time={signup.google_linked_at} />
            </span>
          </li>
        )}
      </ul>
    </Card>
  )
}

type DeviceRowProps = Pick<SignupPage, 'signup'> & { device: SignupPage['devices'][number] }

function DeviceRow({ signup, device: { id, name, created_at, used_at } }: DeviceRowProps) {
  return (
    <li>
      <span className="split">
        <strong>{name}</strong>
        {signup.condition === 'active' && (
          <SignupActionButton
            size="compact-xs"
            aria-label={`Forget ${name}`}
            signup={signup.id}
            action={{ path: `/devices/${id}`, method: 'DELETE' }}
            confirmation={{
              title: `Forget ${name}?`,
              confirm: 'Forget the device',
              isDangerous: true,
              body: 'Anyone signed in on this device is signed out, and the device no longer remembers them. They can sign in again by e-mail.',
            }}
          >
            Forget
          </SignupActionButton>
        )}
      </span>
      <span className="fact">
        Remembered <RelativeTime time={created_at} /> · last used <RelativeTime time={used_at} />
      </span>
    </li>
  )
}
